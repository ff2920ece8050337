import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { whenIdle } from '@/shared/loading/whenIdle'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { multiViewPath } from '../../multiview/selection'
import { runningEventsStore } from '../../stores/multiview/RunningEventsStore'

interface Props {
  eventId: number
  /** Whether this game runs now. */
  isRunning: boolean
}

/** The link from a running game to several games at once. It is hidden while no other game runs. */
export const MultiViewLink = observer(function MultiViewLink({ eventId, isRunning }: Props) {
  const store = useCatalog().resolve(runningEventsStore)
  useEffect(() => {
    if (isRunning) whenIdle(() => void store.load())
  }, [store, isRunning])
  const hasOthers = store.events.value?.some(({ id }) => id !== eventId) ?? false
  if (!isRunning || !hasOthers) return null
  return (
    <LinkButton icon="grid" to={multiViewPath([eventId])}>
      <Trans>Watch several games</Trans>
    </LinkButton>
  )
})
