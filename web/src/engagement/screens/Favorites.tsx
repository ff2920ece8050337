import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { hasEvents } from '@/shared/hasEvents'
import { LinkButton } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { FavoriteTile } from '../components/FavoriteTile'
import { useEngagement } from '../context'
import type { Favorite, FavoriteType } from '../model'
import { favoritesStore } from '../stores/FavoritesStore'
import '../components/Favorites.css'

const KINDS: readonly FavoriteType[] = ['participant', 'group', 'category']

/** `/profile/favorites`: the followed teams, schools and sports, grouped by kind. A section of the profile. */
export default observer(function Favorites() {
  const { t } = useLingui()
  const store = useEngagement().resolve(favoritesStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { rows, list } = store
  const titles: Record<FavoriteType, string> = {
    participant: t`Teams`,
    group: t`Schools`,
    category: t`Sports`,
  }
  if (list.error && !list.value) {
    return <ErrorState title={t`Your favorites could not be loaded`} onRetry={load} busy={list.isBusy} />
  }
  if (!list.value) {
    return (
      <div className="favorites" aria-busy="true">
        {[0, 1, 2].map(index => (
          <div key={index} className="panel">
            <SkeletonLine width={60} height={76} />
          </div>
        ))}
      </div>
    )
  }
  if (rows.length === 0) return <NoFavorites />
  return (
    <div className="stack stack--12">
      {KINDS.map(kind => {
        const favorites = rows.filter((row: Favorite) => row.favoritable_type === kind)
        return favorites.length > 0 ? (
          <section key={kind} className="stack">
            <h2 className="display h2">{titles[kind]}</h2>
            <ul className="favorites">
              {favorites.map(favorite => (
                <FavoriteTile key={favorite.id} favorite={favorite} />
              ))}
            </ul>
          </section>
        ) : null
      })}
    </div>
  )
})

function NoFavorites() {
  const { t } = useLingui()
  const { channel, isLinkable } = useEngagement().shell
  if (!hasEvents(channel)) {
    return (
      <EmptyState
        icon="heart"
        title={t`Nothing to follow here`}
        actions={
          <LinkButton kind="primary" to={isLinkable('/vod_library') ? '/vod_library' : '/'}>
            <Trans>Open the library</Trans>
          </LinkButton>
        }
      >
        <Trans>Find everything on this channel in the library.</Trans>
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon="heart"
      title={t`No favorites yet`}
      actions={
        <LinkButton kind="primary" to={isLinkable('/schedule') ? '/schedule' : '/'}>
          <Trans>Full schedule</Trans>
        </LinkButton>
      }
    >
      <Trans>
        Select the heart on a game, team or school to follow it. Its games will appear on your home page.
      </Trans>
    </EmptyState>
  )
}
