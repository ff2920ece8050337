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
  /** Gets the control of what plays, and null when it is no more. */
  onPlayer?: (player: PlayerControl | null) => void
}

/** A stream that should have begun, or a recording that should come, is asked for this often. */
const WAITING_POLL_MS = 10_000
/** Whether a stream that has ended was reopened. */
const ENDED_POLL_MS = 20_000
/** The score and the state of a running game; and whether one has begun before its time. */
const LIVE_POLL_MS = 60_000

/**
 * The picture of a game, or what stands in its way.
 *
 * A game that begins while the page is open starts to play by itself. One that ends is watched to its
 * last picture, and then from the start, without a reload. One that is reopened after its end goes on by itself.
 */
export const EventPlayer = observer(function EventPlayer({
  event: given,
  isTheater: theatre,
  onTheater: onTheatre,
  onPlayer,
}: Props) {
  const event = useSpoilerFree()(given)
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(eventStore)
  const prerolls = catalog.resolve(prerollStore)
  // The start that the countdown came to, in milliseconds: the clock alone would not render this again.
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
  const { resumeLive: goOn } = game
  useEffect(() => {
    if (!reopened) return
    waited.current = true
    goOn()
  }, [reopened, goOn])
  const pending = state === 'waiting' || (game.hasEnded && (live || !source))
  const changes = live || state === 'countdown' || state === 'showing'
  const every = pending ? WAITING_POLL_MS : game.hasEnded ? ENDED_POLL_MS : changes ? LIVE_POLL_MS : null
  const refresh = () => void store.refresh()
  useInterval(refresh, every)
  // Should this one question fail, the game is waited for, and asked about until it comes.
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
        isTheater={theatre}
        onTheater={onTheatre}
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
 * Whether a stream that this viewer saw the end of goes on. An answer from before the end says nothing. A stream
 * of another site is on air by the clock alone, so it must have been away in between.
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
