import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '@/shared/clock'
import { useHiddenLengthPlan } from '@/shared/contexts/spoilers'
import { useInterval } from '@/shared/hooks/useInterval'
import { MEDIA } from '@/shared/mediaTypes'
import { Player, type PlayerController } from '@/shared/player'
import { Button } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { type EventItem, mediaUrl, streamUrl } from '../../model'
import { playedEvent } from '../../playedContent'
import { eventStore } from '../../stores/EventStore'
import { prerollStore } from '../../stores/PrerollStore'
import type { NextVideo } from '../../stores/SummaryStore'
import { watchStateOf } from '../../watchState'
import { EventPoster } from '../event/EventPoster'
import { useSpoilerFree } from '../event/useSpoilerFree'
import { AudioOnlyNote } from './AudioOnlyNote'
import { DeviceLimit } from './DeviceLimit'
import { EventEnded } from './EventEnded'
import { EventGate } from './EventGate'
import { PlayerPlaceholder } from './PlayerPlaceholder'
import { ResumeNotice } from './ResumeNotice'
import { useDevicePlace } from './useDevicePlace'
import { useLiveToRecording } from './useLiveToRecording'
import { type ResumePosition, useResumePosition } from './useResumePosition'
import { useSlate } from './useSlate'

interface Props {
  event: EventItem
  isTheater?: boolean
  onToggleTheater?: () => void
  /** What plays after a summary of the game, without another press; null otherwise. */
  next?: NextVideo | null
  /** Gets the control of the current player, and null when it is removed. */
  onPlayer?: (player: PlayerController | null) => void
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
  event: original,
  isTheater,
  onToggleTheater,
  next = null,
  onPlayer,
}: Props) {
  const event = useSpoilerFree()(original)
  const hiddenLengthPlan = useHiddenLengthPlan(original)
  const isAudioChosen = useSearchParams()[0].get('audio') === '1'
  const catalog = useCatalog()
  const { shell } = catalog
  const store = catalog.resolve(eventStore)
  const prerolls = catalog.resolve(prerollStore)
  // The start time that the countdown reached, in milliseconds. The clock alone does not render this again.
  const [reachedStartMs, setReachedStartMs] = useState(0)
  const state = watchStateOf(original, Math.max(reachedStartMs, serverNow()))
  const hasWaited = useRef(false)
  if (state === 'countdown' || state === 'waiting') hasWaited.current = true
  const isLive = event.stream_status === 'live'
  const source = streamUrl(event)
  const playback = useLiveToRecording(isLive && source !== null)
  const slate = useSlate()
  const place = useDevicePlace({ kind: 'event', id: event.id }, event.access_reason)
  const resume = useResumePosition(
    source && !playback.isLive && !playback.hasEnded ? { kind: 'event', id: event.id } : null,
  )
  const isReopened = useStreamReopened(original, playback.hasEnded)
  const { resumeLive } = playback
  useEffect(() => {
    if (!isReopened) return
    hasWaited.current = true
    resumeLive()
  }, [isReopened, resumeLive])
  const isPending = state === 'waiting' || (playback.hasEnded && (isLive || !source))
  const isChanging = isLive || state === 'countdown' || state === 'showing'
  const interval = isPending
    ? WAITING_POLL_MS
    : playback.hasEnded
      ? ENDED_POLL_MS
      : isChanging
        ? LIVE_POLL_MS
        : null
  const refresh = () => void store.refresh()
  useInterval(refresh, interval)
  // If this request fails, the page keeps requesting the event until it starts.
  const start = () => {
    setReachedStartMs(event.event_utc_ts * 1000)
    refresh()
  }

  const handleEnd = () => {
    playback.handleEnd()
    refresh()
  }

  const embedded = mediaUrl(event.media, MEDIA.embedded)
  if (playback.hasEnded) {
    const rewatchButton = (
      <Button kind="primary" icon="play" onClick={playback.watchAgain}>
        <Trans>Watch from the start</Trans>
      </Button>
    )
    return <EventEnded event={event} action={source ? rewatchButton : null} />
  }
  const placeholder = <EventPoster event={event} large eager />
  if (place.refusal)
    return (
      <DeviceLimit content={{ kind: 'event', id: event.id }} refusal={place.refusal} poster={placeholder} />
    )
  const isFromStart = next === 'start'
  if (state === 'plays' && source && resume.start === null) {
    return <PlayerPlaceholder poster={posterUrl(event)} placeholder={placeholder} />
  }
  if (state === 'plays' && source) {
    const player = (
      <Player
        id={`event-${event.id}-${playback.isLive ? 'live' : 'recording'}${resume.videoKey}`}
        source={source}
        title={event.full_name}
        content={playedEvent(event, playback.isLive, shell.channel.groups)}
        poster={posterUrl(event)}
        placeholder={placeholder}
        hiddenLengthPlan={hiddenLengthPlan}
        startAt={isFromStart ? 0 : (resume.start ?? 0)}
        onTime={resume.onTime}
        storyboard={mediaUrl(event.media, MEDIA.thumbnails)}
        autoPlay={
          hasWaited.current ||
          playback.isRewatching ||
          resume.videoKey !== '' ||
          next !== null ||
          place.isRegained
        }
        isDeferred
        isAudioOnly={isAudioChosen || event.is_audio_only}
        audioOnlyNote={event.is_audio_only ? <AudioOnlyNote hasVideo={event.has_video} /> : null}
        storageKey={`${shell.channel.settings.storage_prefix}:player`}
        isTheater={isTheater}
        onToggleTheater={onToggleTheater}
        prerolls={prerolls.prerollsFor(event)}
        slate={playback.isLive ? slate : null}
        renewSource={() =>
          place.renew(() => store.refreshStreamUrl(playback.isLive ? MEDIA.live : MEDIA.vod))
        }
        onEnded={playback.isLive ? handleEnd : undefined}
        onReady={onPlayer}
      />
    )
    return <ResumeNotice resume={isFromStart ? withoutNotice(resume) : resume}>{player}</ResumeNotice>
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
function useStreamReopened(event: EventItem, hasEnded: boolean): boolean {
  const lastEvent = useRef(event)
  const wasOffline = useRef(false)
  if (!hasEnded) {
    lastEvent.current = event
    wasOffline.current = false
  } else if (event.live_state !== 'on_air') wasOffline.current = true
  const isSiteStream = event.media.some(({ type, expires_at }) => type === MEDIA.live && expires_at !== null)
  return (
    hasEnded &&
    event !== lastEvent.current &&
    event.live_state === 'on_air' &&
    (isSiteStream || wasOffline.current)
  )
}

const withoutNotice = (resume: ResumePosition): ResumePosition => ({ ...resume, isNoticeShown: false })

const posterUrl = ({ media, images }: EventItem) => mediaUrl(media, MEDIA.image) ?? images.poster
