import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { parseRouteId } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { ShareButton } from '@/shared/ui/ShareButton'
import { EmptyState } from '@/shared/ui/states'
import { teamColors } from '../components/event/teamColors'
import { useEventTexts } from '../components/event/useEventTexts'
import { useLongEventTexts } from '../components/event/useLongEventTexts'
import { MultiViewLink } from '../components/multiview/MultiViewLink'
import { SimulationPlayer } from '../components/watch/SimulationPlayer'
import { useTheaterMode } from '../components/watch/useTheaterMode'
import { WatchError, WatchLayout } from '../components/watch/WatchLayout'
import { WatchSkeleton } from '../components/watch/WatchSkeleton'
import { useCatalog } from '../context'
import { simulationStore } from '../stores/SimulationStore'
import '../components/watch/WatchArea.css'
import '../components/watch/Watch.css'

/** The screen `/simulate?event_id=`: a recorded event as if it were live. All viewers see the same moment. */
export default observer(function Simulate() {
  const { t } = useLingui()
  const texts = useEventTexts()
  const longTexts = useLongEventTexts()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(simulationStore)
  const id = parseRouteId({ id: useSearchParams()[0].get('event_id') ?? undefined })
  const [isTheater, toggleTheater] = useTheaterMode(shell.storage)
  const { simulation } = store
  useDocumentTitle(simulation?.event.full_name ?? t`Simulated live`)
  useEffect(() => {
    if (id !== null) void store.open(id)
  }, [store, id])

  if (id === null || store.isMissing(id)) return <SimulationUnavailable hasEventId={id !== null} />
  if (!simulation && store.errorOf(id)) {
    return <WatchError title={t`The game could not be loaded`} id={id} store={store} />
  }
  if (!simulation || simulation.event.id !== id) return <WatchSkeleton />

  const { event } = simulation
  const start = { ...event, event_utc_ts: store.startsAt / 1000, is_time_known: true }
  return (
    <WatchLayout
      title={event.name}
      isTheater={isTheater}
      style={teamColors(event)}
      player={
        <SimulationPlayer
          key={id}
          simulation={simulation}
          isTheater={isTheater}
          onToggleTheater={toggleTheater}
        />
      }
      details={
        <ul className="watch-head__details">
          <li>
            <Icon name="clock" size="s" />
            {texts.day(start)}, {longTexts.time(start)}
          </li>
          <li>
            <Trans>Watch this recorded game at the same time as everyone else.</Trans>
          </li>
        </ul>
      }
      actions={
        <>
          <MultiViewLink eventId={id} isRunning={simulation.state === 'live'} />
          <ShareButton title={event.full_name} url={`/simulate?event_id=${id}`} toasts={shell.toasts} />
        </>
      }
    />
  )
})

/** The message for a URL without an event or with an event that has no simulation. */
function SimulationUnavailable({ hasEventId }: { hasEventId: boolean }) {
  const { t } = useLingui()
  return (
    <div className="page section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Simulated live</Trans>
      </h1>
      <EmptyState
        icon="tv"
        title={hasEventId ? t`No showing of this game` : t`Game not specified`}
        actions={
          <LinkButton kind="primary" to="/schedule">
            <Trans>Full schedule</Trans>
          </LinkButton>
        }
      >
        {hasEventId
          ? t`The showing may have been removed, or the link may be wrong. Check the schedule.`
          : t`This link doesn’t include a game. Choose one from the schedule.`}
      </EmptyState>
    </div>
  )
}
