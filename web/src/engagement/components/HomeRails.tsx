import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { PartFacts } from '@/shared/parts'
import { useEngagement } from '../context'
import { HELD } from '../keptNames'
import { favoritesStore } from '../stores/FavoritesStore'
import { positionsStore } from '../stores/PositionsStore'
import { ForgetButton } from './ForgetButton'

/** As many as a rail shows. */
const MOST = 12

/** What is begun, and the games of whom the viewer follows; nothing for those who have neither. */
export const HomeRails = observer(function HomeRails({ Rail }: PartFacts['homeRails']) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { storage, viewer } = engagement.shell
  const positions = engagement.bring(positionsStore)
  const favorites = engagement.bring(favoritesStore)
  useEffect(() => {
    if (viewer.id === null) return
    void positions.load()
    void favorites.load()
  }, [positions, favorites, viewer.id])

  const things = positions.begun.slice(0, MOST).map(({ kind, item_id }) => ({ kind, id: item_id }))
  const follows = favorites.rows.length > 0
  const known = positions.list.value !== null && favorites.list.value !== null
  const rails = Number(things.length > 0) + Number(follows)
  // The next visit keeps room for as many.
  useEffect(() => {
    if (known) storage.set(HELD, rails)
  }, [storage, known, rails])

  // Whoever follows one more has other games: as the server knows it, which is asked for them.
  const whom = (favorites.list.value ?? []).map(({ id }) => id).join()
  return (
    <>
      {things.length > 0 ? <Rail title={t`Continue watching`} things={things} Action={ForgetButton} /> : null}
      {follows ? (
        <Rail
          key={whom}
          title={t`Your teams`}
          things="followed"
          more={{ label: t`All you follow`, to: '/profile/favorites' }}
        />
      ) : null}
    </>
  )
})
