import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { idFrom } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Icon } from '@/shared/ui/Icon'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { useLongTexts } from '../components/longTexts'
import { ShareButton } from '../components/ShareButton'
import { SimulationScreen } from '../components/SimulationScreen'
import { StageSkeleton } from '../components/StageSkeleton'
import { teamColours } from '../components/teamColours'
import { useEventTexts } from '../components/texts'
import { useTheatre } from '../components/useTheatre'
import { useCatalog } from '../context'
import { simulationStore } from '../stores/SimulationStore'
import '../components/Stage.css'
import '../components/Watch.css'

/** `/simulate?event_id=`: a recorded game as if it were live, the same moment of it for everybody. */
export default observer(function Simulate() {
  const { t } = useLingui()
  const texts = useEventTexts()
  const long = useLongTexts()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.bring(simulationStore)
  const id = idFrom({ id: useSearchParams()[0].get('event_id') ?? undefined })
  const [theatre, toggleTheatre] = useTheatre(shell.storage)
  const { show, detail } = store
  useTitle(show?.event.full_name ?? t`Shown as live`)
  useEffect(() => {
    if (id !== null) void store.open(id)
  }, [store, id])

  if (id === null || store.isMissing(id)) return <NoShowing named={id !== null} />
  if (!show && store.errorOf(id)) {
    return (
      <div className="page section">
        <ErrorState title={t`The game did not load`} onRetry={() => void store.open(id)} busy={detail.busy} />
      </div>
    )
  }
  if (!show || show.event.id !== id) return <StageSkeleton />

  const { event } = show
  const start = { ...event, event_utc_ts: store.startsAt / 1000 }
  return (
    <section className={cx('stage', theatre && 'stage--theatre')} style={teamColours(event)}>
      <div className="stage__in">
        <SimulationScreen key={id} show={show} theatre={theatre} onTheatre={toggleTheatre} />
      </div>
      <div className="stage__in">
        <div className="watch-head">
          <div className="stack stack--2">
            <h1 className="display h1" tabIndex={-1}>
              {event.name}
            </h1>
            <ul className="watch-head__facts">
              <li>
                <Icon name="clock" />
                {texts.day(start)}, {texts.clock(start)} {long.zone(start)}
              </li>
              <li>
                <Trans>A recorded game, shown as if it were live: everybody sees the same moment.</Trans>
              </li>
            </ul>
          </div>
          <div className="actions">
            <ShareButton title={event.full_name} url={`/simulate?event_id=${id}`} />
          </div>
        </div>
      </div>
    </section>
  )
})

/** The address names no game, or one that is not shown this way. */
function NoShowing({ named }: { named: boolean }) {
  const { t } = useLingui()
  return (
    <div className="page section">
      <h1 className="sr-only" tabIndex={-1}>
        <Trans>Shown as live</Trans>
      </h1>
      <EmptyState
        icon="tv"
        title={named ? t`This game is not shown as live` : t`Which game?`}
        actions={
          <LinkButton kind="primary" to="/schedule">
            <Trans>Full schedule</Trans>
          </LinkButton>
        }
      >
        {named
          ? t`It may have been taken off, or the link has a mistake. The schedule says what is on.`
          : t`This link does not say which game it leads to. The schedule says what is on.`}
      </EmptyState>
    </div>
  )
}
