import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, useParams } from 'react-router'
import { prepareFormats } from '@/shared/format/dates'
import { useTitle } from '@/shared/hooks/useTitle'
import { useListInTurn } from '@/shared/hooks/useTurn'
import { late } from '@/shared/late'
import { Part, type PlayerControl } from '@/shared/parts'
import { idFrom } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Rail } from '@/shared/ui/Rail'
import { ErrorState } from '@/shared/ui/states'
import { EventCard } from '../components/EventCard'
import { EventFacts } from '../components/EventFacts'
import { EventScreen } from '../components/EventScreen'
import { ScoreStrip } from '../components/ScoreStrip'
import { ShareButton } from '../components/ShareButton'
import { StageSkeleton } from '../components/StageSkeleton'
import { teamColours } from '../components/teamColours'
import { useSeen } from '../components/useSeen'
import { useTheatre } from '../components/useTheatre'
import { useCatalog } from '../context'
import { eventStore } from '../stores/EventStore'
import '../components/Stage.css'
import '../components/Watch.css'

const StreamTestPanel = late(() => import('../components/StreamTestPanel'))

/** `/watch/{id}`: the game, or what opens it; its score, its facts, and what is on next. It is drawn in small steps. */
export default observer(function Watch() {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.bring(eventStore)
  const id = idFrom(useParams())
  const player = useRef<PlayerControl | null>(null)
  const [theatre, toggleTheatre] = useTheatre(shell.storage)
  const { detail } = store
  const event = useDeferredValue(store.event)
  const nextUp = useListInTurn(store.nextUp)
  const seen = useSeen()
  useTitle(event?.full_name ?? null)
  useEffect(() => {
    if (id === null) return
    void store.open(id)
    prepareFormats()
  }, [store, id])

  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!event && store.errorOf(id)) {
    return (
      <div className="page section">
        <ErrorState title={t`The game did not load`} onRetry={() => void store.open(id)} busy={detail.busy} />
      </div>
    )
  }
  if (!event || event.id !== id) return <StageSkeleton />
  const about = seen(event).description

  return (
    <>
      <section className={cx('stage', theatre && 'stage--theatre')} style={teamColours(event)}>
        <div className="stage__in">
          <EventScreen
            key={id}
            event={event}
            theatre={theatre}
            onTheatre={toggleTheatre}
            onPlayer={control => {
              player.current = control
            }}
          />
          <ScoreStrip event={event} />
        </div>
        <div className="stage__in">
          <div className="watch-head">
            <div className="stack stack--2">
              <h1 className="display h1" tabIndex={-1}>
                {event.name}
              </h1>
              <EventFacts event={event} />
            </div>
            <div className="actions">
              {event.stream_status === 'upcoming' ? (
                <LinkButton icon="cal" to={`/watch/${id}.ics?lang=${i18n.locale}`} reloadDocument>
                  <Trans>Add to calendar</Trans>
                </LinkButton>
              ) : null}
              <ShareButton title={event.full_name} url={event.share_url} embed={`/watch_embed/${id}`} />
              <Part name="eventActions" facts={{ event, player: () => player.current }} />
            </div>
          </div>
        </div>
      </section>
      <div className="page page--watch">
        {shell.viewer.operator && event.stream_status !== 'finished' ? (
          <StreamTestPanel event={event} />
        ) : null}
        {about ? <p className="lede watch-about">{about}</p> : null}
        <div className={event.clip_count > 0 ? 'watch-clips' : undefined}>
          <Part name="belowEvent" facts={{ event }} />
        </div>
        {nextUp.length > 0 ? (
          <Rail title={t`Next up`} more={{ label: t`Full schedule`, to: '/schedule' }}>
            {nextUp.map(next => (
              <EventCard key={next.id} event={next} />
            ))}
          </Rail>
        ) : null}
        {store.next.error ? (
          <p className="muted">
            <Trans>What is on next did not load.</Trans>
          </p>
        ) : null}
      </div>
    </>
  )
})
