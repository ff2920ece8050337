import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { SlotProps } from '@/shared/contexts/slots'
import { useEngagement } from '../context'
import { HOME_RAILS_KEY } from '../storageKeys'
import { favoritesStore } from '../stores/FavoritesStore'
import { positionsStore } from '../stores/PositionsStore'
import { RemovePositionButton } from './RemovePositionButton'

/** The maximum number of items in a rail. */
const MAX_ITEMS = 12

/** The personal rails: the items in progress and the games of followed teams. Empty rails are hidden. */
export const ViewerRails = observer(function ViewerRails({ Rail }: SlotProps['homeRails']) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { storage, viewer } = engagement.shell
  const positions = engagement.resolve(positionsStore)
  const favorites = engagement.resolve(favoritesStore)
  useEffect(() => {
    if (viewer.id === null) return
    void positions.load()
    void favorites.load()
  }, [positions, favorites, viewer.id])

  const items = positions.inProgress.slice(0, MAX_ITEMS).map(({ kind, item_id }) => ({ kind, id: item_id }))
  const hasFavorites = favorites.rows.length > 0
  const hasLoaded = positions.list.value !== null && favorites.list.value !== null
  const railCount = Number(items.length > 0) + Number(hasFavorites)
  // The next visit reserves room for this number of rails.
  useEffect(() => {
    if (hasLoaded) storage.set(HOME_RAILS_KEY, railCount)
  }, [storage, hasLoaded, railCount])

  // The key remounts the rail when the favorites on the server change, so that it requests the games again.
  const favoriteKeys = (favorites.list.value ?? []).map(({ id }) => id).join()
  return (
    <>
      {items.length > 0 ? (
        <Rail title={t`Continue watching`} content={items} Action={RemovePositionButton} />
      ) : null}
      {hasFavorites ? (
        <Rail
          key={favoriteKeys}
          title={t`Your teams`}
          content="followed"
          more={{ label: t`All favorites`, to: '/profile/favorites' }}
        />
      ) : null}
    </>
  )
})
