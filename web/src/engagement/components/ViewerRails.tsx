import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import type { SlotProps } from '@/shared/contexts/slots'
import { useEngagement } from '../context'
import { HOME_RAILS_KEY } from '../storageKeys'
import { favoritesStore } from '../stores/FavoritesStore'
import { positionsStore } from '../stores/PositionsStore'
import { RemovePositionButton } from './RemovePositionButton'

/** As many as a rail shows. */
const MAX_ITEMS = 12

/** What is begun, and the games of whom the viewer follows; nothing for those who have neither. */
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

  const things = positions.inProgress.slice(0, MAX_ITEMS).map(({ kind, item_id }) => ({ kind, id: item_id }))
  const follows = favorites.rows.length > 0
  const known = positions.list.value !== null && favorites.list.value !== null
  const rails = Number(things.length > 0) + Number(follows)
  // The next visit keeps room for as many.
  useEffect(() => {
    if (known) storage.set(HOME_RAILS_KEY, rails)
  }, [storage, known, rails])

  // Whoever follows one more has other games: as the server knows it, which is asked for them.
  const favoriteKeys = (favorites.list.value ?? []).map(({ id }) => id).join()
  return (
    <>
      {things.length > 0 ? (
        <Rail title={t`Continue watching`} content={things} Action={RemovePositionButton} />
      ) : null}
      {follows ? (
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
