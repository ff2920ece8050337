import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { parseRouteId } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { teamColors } from '../components/event/teamColors'
import { useEventTexts } from '../components/event/useEventTexts'
import { useLongEventTexts } from '../components/event/useLongEventTexts'
import { CatalogShareButton } from '../components/watch/CatalogShareButton'
import { SimulationPlayer } from '../components/watch/SimulationPlayer'
import { useTheaterMode } from '../components/watch/useTheaterMode'
import { WatchSkeleton } from '../components/watch/WatchSkeleton'
import { useCatalog } from '../context'
import { simulationStore } from '../stores/SimulationStore'
import '../components/watch/WatchArea.css'
import '../components/watch/Watch.css'

/** `/simulate?event_id=`: a recorded game as if it were live, the same moment of it for everybody. */
export default observer(function Simulate() {
  const { t } = useLingui()
  const texts = useEventTexts()
  const long = useLongEventTexts()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(simulationStore)
  const id = parseRouteId({ id: useSearchParams()[0].get('event_id') ?? undefined })
  const [theatre, toggleTheatre] = useTheaterMode(shell.storage)
  const { simulation: show, detail } = store
  useDocumentTitle(show?.event.full_name ?? t`Simulated live`)
  useEffect(() => {
    if (id !== null) void store.open(id)
  }, [store, id])

  if (id === null || store.isMissing(id)) return <SimulationUnavailable named={id !== null} />
  if (!show && store.errorOf(id)) {
    return (
      <div className="page section">
        <ErrorState
          title={t`The game could not be loaded`}
          onRetry={() => void store.open(id)}
          busy={detail.busy}
        />
      </div>
    )
  }
  if (!show || show.event.id !== id) return <WatchSkeleton />

  const { event } = show
  const start = { ...event, event_utc_ts: store.startsAt / 1000 }
  return (
    <section className={cx('watch-area', theatre && 'watch-area--theater')} style={teamColors(event)}>
      <div className="watch-area__in">
        <SimulationPlayer key={id} simulation={show} isTheater={theatre} onTheater={toggleTheatre} />
      </div>
      <div className="watch-area__in">
        <div className="watch-head">
          <div className="stack stack--2">
            <h1 className="display h1" tabIndex={-1}>
              {event.name}
            </h1>
            <ul className="watch-head__details">
              <li>
                <Icon name="clock" size="s" />
                {texts.day(start)}, {texts.clock(start)} {long.zone(start)}
              </li>
              <li>
                <Trans>Watch this recorded game at the same time as everyone else.</Trans>
              </li>
            </ul>
          </div>
          <div className="actions watch-head__actions">
            <CatalogShareButton title={event.full_name} url={`/simulate?event_id=${id}`} />
          </div>
        </div>
      </div>
    </section>
  )
})

/** The address names no game, or one that is not shown this way. */
function SimulationUnavailable({ named }: { named: boolean }) {
  const { t } = useLingui()
  return (
    <div className="page section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Simulated live</Trans>
      </h1>
      <EmptyState
        icon="tv"
        title={named ? t`No showing of this game` : t`Game not specified`}
        actions={
          <LinkButton kind="primary" to="/schedule">
            <Trans>Full schedule</Trans>
          </LinkButton>
        }
      >
        {named
          ? t`The showing may have been removed, or the link may be wrong. Check the schedule.`
          : t`This link doesn’t include a game. Choose one from the schedule.`}
      </EmptyState>
    </div>
  )
}
