import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useDeferredValue, useEffect, useRef } from 'react'
import { Navigate, useParams } from 'react-router'
import { Slot } from '@/shared/contexts/slots'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { warmUpFormatters } from '@/shared/format/dates'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useStaggeredList } from '@/shared/hooks/useStaggeredRender'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import type { PlayerController } from '@/shared/player'
import { parseRouteId } from '@/shared/routeId'
import { LinkButton } from '@/shared/ui/Button'
import { Rail } from '@/shared/ui/Rail'
import { ShareButton } from '@/shared/ui/ShareButton'
import { EventCard } from '../components/event/EventCard'
import { EventDetails } from '../components/event/EventDetails'
import { teamColors } from '../components/event/teamColors'
import { useSpoilerFree } from '../components/event/useSpoilerFree'
import { MultiViewLink } from '../components/multiview/MultiViewLink'
import { EventScore } from '../components/timeline/EventScore'
import { KeyMoments } from '../components/timeline/KeyMoments'
import { useTimeline } from '../components/timeline/useTimeline'
import { EventPlayer } from '../components/watch/EventPlayer'
import { SummaryPlayer } from '../components/watch/lazySummaryPlayer'
import { PrivateEvent } from '../components/watch/PrivateEvent'
import { SummaryButtons } from '../components/watch/SummaryButtons'
import { useTheaterMode } from '../components/watch/useTheaterMode'
import { WatchError, WatchLayout } from '../components/watch/WatchLayout'
import { WatchSkeleton } from '../components/watch/WatchSkeleton'
import { useCatalog } from '../context'
import { isOnAir } from '../model'
import { eventStore } from '../stores/EventStore'
import { summaryStore } from '../stores/SummaryStore'
import '../components/watch/WatchArea.css'
import '../components/watch/Watch.css'

const StreamTestPanel = lazyComponent(() => import('../components/watch/StreamTestPanel'))

/**
 * The screen `/watch/{id}`: the player or the purchase options, the score, the details and the next events. It renders
 * in small steps.
 */
export default observer(function Watch() {
  const { t, i18n } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(eventStore)
  const summaries = catalog.resolve(summaryStore)
  const id = parseRouteId(useParams())
  const player = useRef<PlayerController | null>(null)
  const [isTheater, toggleTheater] = useTheaterMode(shell.storage)
  const event = useDeferredValue(store.event)
  const nextUp = useStaggeredList(store.nextUp)
  const hideSpoilers = useSpoilerFree()
  const spoilers = useSpoilers()
  const timeline = useTimeline(event?.id === id ? event : null)
  useDocumentTitle(event?.full_name ?? null)
  useEffect(() => {
    if (id === null) return
    void store.open(id)
    summaries.open(id)
    warmUpFormatters()
  }, [store, summaries, id])

  if (id !== null && store.isPrivate(id)) return <PrivateEvent isLoggedIn={shell.viewer.id !== null} />
  if (id === null || store.isMissing(id)) return <Navigate to="/404" replace />
  if (!event && store.errorOf(id)) {
    return <WatchError title={t`The game could not be loaded`} id={id} store={store} />
  }
  if (!event || event.id !== id) return <WatchSkeleton />
  const description = hideSpoilers(event).description

  return (
    <WatchLayout
      title={event.name}
      isTheater={isTheater}
      hasActionSlot
      style={teamColors(event)}
      player={
        <>
          {summaries.summary && !spoilers.isHidden(id) ? (
            <SummaryPlayer
              event={event}
              summary={summaries.summary}
              isTheater={isTheater}
              onToggleTheater={toggleTheater}
              onPlayer={control => timeline.attach(control)}
            />
          ) : (
            <EventPlayer
              key={id}
              event={event}
              isTheater={isTheater}
              onToggleTheater={toggleTheater}
              next={summaries.next}
              onPlayer={control => {
                player.current = control
                timeline.attach(control)
              }}
            />
          )}
          <EventScore event={event} store={timeline} />
        </>
      }
      details={<EventDetails event={event} />}
      actions={
        <>
          {event.stream_status === 'upcoming' ? (
            <LinkButton icon="cal" to={`/watch/${id}.ics?lang=${i18n.locale}`} reloadDocument>
              <Trans>Add to calendar</Trans>
            </LinkButton>
          ) : null}
          <SummaryButtons event={event} timeline={timeline} />
          <MultiViewLink eventId={id} isRunning={isOnAir(event)} />
          <ShareButton
            title={event.full_name}
            url={event.share_url}
            embed={`/watch_embed/${id}`}
            toasts={shell.toasts}
          />
          <Slot name="eventActions" slotProps={{ event, player: () => player.current }} />
        </>
      }
    >
      {shell.viewer.isOperator && event.stream_status !== 'finished' ? (
        <StreamTestPanel event={event} />
      ) : null}
      <KeyMoments event={event} store={timeline} />
      {description ? <p className="lede watch-about">{description}</p> : null}
      <div className={event.clip_count > 0 ? 'watch-clips' : undefined}>
        <Slot name="belowEvent" slotProps={{ event, player: () => player.current }} />
      </div>
      {nextUp.length > 0 ? (
        <Rail title={t`Next up`} more={{ label: t`Full schedule`, to: '/schedule' }}>
          {nextUp.map(nextEvent => (
            <EventCard key={nextEvent.id} event={nextEvent} />
          ))}
        </Rail>
      ) : null}
      {store.next.error ? (
        <p className="muted">
          <Trans>Upcoming games could not be loaded.</Trans>
        </p>
      ) : null}
    </WatchLayout>
  )
})
