import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { serverNow } from '@/shared/clock'
import type { PlayerControl } from '@/shared/contexts/slots'
import { useInterval } from '@/shared/hooks/useInterval'
import { MEDIA } from '@/shared/mediaTypes'
import { Player } from '@/shared/player'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { type EventItem, mediaUrl, streamUrl } from '../../model'
import { playedEvent } from '../../playedContent'
import { eventStore } from '../../stores/EventStore'
import { prerollStore } from '../../stores/PrerollStore'
import { watchStateOf } from '../../watchState'
import { EventPoster } from '../event/EventPoster'
import { useSpoilerFree } from '../event/useSpoilerFree'
import { EventEnded } from './EventEnded'
import { EventGate } from './EventGate'
import { PlayerPlaceholder } from './PlayerPlaceholder'
import { ResumeNotice } from './ResumeNotice'
import { useLiveToRecording } from './useLiveToRecording'
import { useResumePosition } from './useResumePosition'

interface Props {
  event: EventItem
  isTheater?: boolean
  onTheater?: () => void
  /** Gets the control of the current player, and null when it is removed. */
  onPlayer?: (player: PlayerControl | null) => void
}

/** How often to request a stream that should have started, or a recording that is not ready. */
const WAITING_POLL_MS = 10_000
/** How often to check whether a finished stream was reopened. */
const ENDED_POLL_MS = 20_000
/** How often to update the score and state of a live event, and to check for an early start. */
const LIVE_POLL_MS = 60_000

/**
 * The player of an event, or the reason why it cannot play.
 *
 * An event that starts while the page is open plays automatically. A stream plays to its last frame, and can then be
 * watched from the start without a reload. A stream that is reopened continues automatically.
 */
export const EventPlayer = observer(function EventPlayer({
  event: given,
  isTheater,
  onTheater,
  onPlayer,
}: Props) {
  const event = useSpoilerFree()(given)
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(eventStore)
  const prerolls = catalog.resolve(prerollStore)
  // The start time that the countdown reached, in milliseconds. The clock alone does not render this again.
  const [reached, setReached] = useState(0)
  const state = watchStateOf(event, Math.max(reached, serverNow()))
  const waited = useRef(false)
  if (state === 'countdown' || state === 'waiting') waited.current = true
  const live = event.stream_status === 'live'
  const source = streamUrl(event)
  const game = useLiveToRecording(live && source !== null)
  const kept = useResumePosition(
    source && !game.isLive && !game.hasEnded ? { kind: 'event', id: event.id } : null,
  )
  const reopened = useStreamReopened(given, game.hasEnded)
  const { resumeLive } = game
  useEffect(() => {
    if (!reopened) return
    waited.current = true
    resumeLive()
  }, [reopened, resumeLive])
  const pending = state === 'waiting' || (game.hasEnded && (live || !source))
  const changes = live || state === 'countdown' || state === 'showing'
  const every = pending ? WAITING_POLL_MS : game.hasEnded ? ENDED_POLL_MS : changes ? LIVE_POLL_MS : null
  const refresh = () => void store.refresh()
  useInterval(refresh, every)
  // If this request fails, the page keeps requesting the event until it starts.
  const start = () => {
    setReached(event.event_utc_ts * 1000)
    refresh()
  }

  const end = () => {
    game.handleEnd()
    refresh()
  }

  const embedded = mediaUrl(event.media, MEDIA.embedded)
  if (game.hasEnded) {
    const again = (
      <Button kind="primary" icon="play" onClick={game.watchAgain}>
        <Trans>Watch from the start</Trans>
      </Button>
    )
    return <EventEnded event={event} watch={source ? again : null} />
  }
  const drawn = <EventPoster event={event} large eager />
  if (state === 'plays' && source && kept.start === null) {
    return <PlayerPlaceholder poster={posterUrl(event)} placeholder={drawn} />
  }
  if (state === 'plays' && source) {
    const player = (
      <Player
        id={`event-${event.id}-${game.isLive ? 'live' : 'recording'}${kept.videoKey}`}
        source={source}
        title={event.full_name}
        content={playedEvent(event, game.isLive, shell.channel.groups)}
        poster={posterUrl(event)}
        placeholder={drawn}
        startAt={kept.start ?? 0}
        onTime={kept.onTime}
        storyboard={mediaUrl(event.media, MEDIA.thumbnails)}
        autoPlay={waited.current || game.isRewatching || kept.videoKey !== ''}
        isDeferred
        storageKey={`${shell.channel.settings.storage_prefix}:player`}
        isTheater={isTheater}
        onTheater={onTheater}
        prerolls={prerolls.prerollsFor(event)}
        renewSource={() => store.refreshStreamUrl(game.isLive ? MEDIA.live : MEDIA.vod)}
        onEnded={game.isLive ? end : undefined}
        onReady={onPlayer}
      />
    )
    return <ResumeNotice kept={kept}>{player}</ResumeNotice>
  }
  if (embedded) {
    return (
      <div className="player">
        <iframe
          className="player__host"
          src={embedded}
          title={event.full_name}
          allow="autoplay; fullscreen; picture-in-picture"
          allowFullScreen
        />
      </div>
    )
  }
  return state === 'plays' || state === 'embedded' ? null : (
    <EventGate event={event} state={state} onStart={start} />
  )
})

/**
 * Return whether a stream is live again after this viewer saw its end. A response from before the end does not count.
 * A stream of another site is live by the clock alone, so it must have been offline in between.
 */
function useStreamReopened(event: EventItem, over: boolean): boolean {
  const last = useRef(event)
  const away = useRef(false)
  if (!over) {
    last.current = event
    away.current = false
  } else if (event.live_state !== 'on_air') away.current = true
  const own = event.media.some(({ type, expires_at }) => type === MEDIA.live && expires_at !== null)
  return over && event !== last.current && event.live_state === 'on_air' && (own || away.current)
}

const posterUrl = ({ media, images }: EventItem) => mediaUrl(media, MEDIA.image) ?? images.poster
