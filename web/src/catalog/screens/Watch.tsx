import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, useParams } from 'react-router'
import { type PlayerControl, Slot } from '@/shared/contexts/slots'
import { warmUpFormatters } from '@/shared/format/dates'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useStaggeredList } from '@/shared/hooks/useStaggeredRender'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { parseRouteId } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { Rail } from '@/shared/ui/Rail'
import { ErrorState } from '@/shared/ui/states'
import { EventCard } from '../components/event/EventCard'
import { EventDetails } from '../components/event/EventDetails'
import { ScoreStrip } from '../components/event/ScoreStrip'
import { teamColors } from '../components/event/teamColors'
import { useSpoilerFree } from '../components/event/useSpoilerFree'
import { CatalogShareButton } from '../components/watch/CatalogShareButton'
import { EventPlayer } from '../components/watch/EventPlayer'
import { useTheaterMode } from '../components/watch/useTheaterMode'
import { WatchSkeleton } from '../components/watch/WatchSkeleton'
import { useCatalog } from '../context'
import { eventStore } from '../stores/EventStore'
import '../components/watch/WatchArea.css'
import '../components/watch/Watch.css'

const StreamTestPanel = lazyComponent(() => import('../components/watch/StreamTestPanel'))

/** `/watch/{id}`: the game, or what opens it; its score, its facts, and what is on next. It is drawn in small steps. */
export default observer(function Watch() {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(eventStore)
  const id = parseRouteId(useParams())
  const player = useRef<PlayerControl | null>(null)
  const [theatre, toggleTheatre] = useTheaterMode(shell.storage)
  const { detail } = store
  const event = useDeferredValue(store.event)
  const nextUp = useStaggeredList(store.nextUp)
  const seen = useSpoilerFree()
  useDocumentTitle(event?.full_name ?? null)
  useEffect(() => {
    if (id === null) return
    void store.open(id)
    warmUpFormatters()
  }, [store, id])

  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!event && store.errorOf(id)) {
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
  if (!event || event.id !== id) return <WatchSkeleton />
  const about = seen(event).description

  return (
    <>
      <section className={cx('watch-area', theatre && 'watch-area--theater')} style={teamColors(event)}>
        <div className="watch-area__in">
          <EventPlayer
            key={id}
            event={event}
            isTheater={theatre}
            onTheater={toggleTheatre}
            onPlayer={control => {
              player.current = control
            }}
          />
          <ScoreStrip event={event} />
        </div>
        <div className="watch-area__in">
          <div className="watch-head">
            <div className="stack stack--2">
              <h1 className="display h1" tabIndex={-1}>
                {event.name}
              </h1>
              <EventDetails event={event} />
            </div>
            <div className="actions watch-head__actions">
              {event.stream_status === 'upcoming' ? (
                <LinkButton icon="cal" to={`/watch/${id}.ics?lang=${i18n.locale}`} reloadDocument>
                  <Trans>Add to calendar</Trans>
                </LinkButton>
              ) : null}
              <CatalogShareButton
                title={event.full_name}
                url={event.share_url}
                embed={`/watch_embed/${id}`}
              />
              <Slot name="eventActions" slotProps={{ event, player: () => player.current }} />
            </div>
          </div>
        </div>
      </section>
      <div className="page watch-page">
        {shell.viewer.operator && event.stream_status !== 'finished' ? (
          <StreamTestPanel event={event} />
        ) : null}
        {about ? <p className="lede watch-about">{about}</p> : null}
        <div className={event.clip_count > 0 ? 'watch-clips' : undefined}>
          <Slot name="belowEvent" slotProps={{ event }} />
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
            <Trans>Upcoming games could not be loaded.</Trans>
          </p>
        ) : null}
      </div>
    </>
  )
})
