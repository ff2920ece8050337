import './tile.css'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import { type PlayerController, VideoController } from '../controls/PlayerController'
import { PlaybackMonitor } from '../quality/PlaybackMonitor'
import { createSharedStream } from '../stream/createStream'
import { PlaybackSession, type RenewSource, type SignedUrl } from '../stream/PlaybackSession'
import type { FailureReason } from '../stream/retryPolicy'
import type { LimitedStream, SimulationClock, Stream } from '../stream/Stream'
import type { SharedConnection } from './SharedConnection'

export interface TileOptions {
  /** Identifies the picture in its connection. */
  id: number
  source: SignedUrl
  title: string
  simulationClock: SimulationClock | null
  connection: SharedConnection
  isPaused: boolean
  /** The key at which the player of other pages stores the volume. */
  storageKey: string
  renewSource: RenewSource
  /** The content in analytics events; null sends no events. */
  content: PlayedContent | null
  emit: (event: PlaybackEvent) => void
  events: {
    ready(control: PlayerController): void
    failed(reason: FailureReason, faultSource: FaultSource): void
    retrying(): void
    /** Called with true when the live stream stops at its source, with false when it goes on. */
    interrupted(isInterrupted: boolean): void
    stalled(faultSource: FaultSource | null): void
    ended(): void
    /** Called when the browser does not allow the sound before a press. */
    silenced(): void
  }
}

export interface MountedTile {
  setSound(isOn: boolean): void
  /** Pause, or go on at the live edge. */
  setPaused(isPaused: boolean): void
  retry(): void
  destroy(): void
}

const isLimited = (stream: Stream): stream is Stream & LimitedStream => 'limitRendition' in stream

/** Mount one picture of a multi-view in `host`: a video without controls, silent at first. Only this module loads hls.js. */
export function mountTile(host: HTMLElement, options: TileOptions): MountedTile {
  const { events, connection } = options
  const video = document.createElement('video')
  video.className = 'tile-video'
  video.playsInline = true
  video.muted = true
  video.volume = storedVolume(options.storageKey)
  video.crossOrigin = 'anonymous'
  video.disablePictureInPicture = true
  video.setAttribute('aria-label', options.title)
  host.append(video)
  let control: VideoController | null = null
  let isPaused = options.isPaused
  const monitor = new PlaybackMonitor(video, {
    content: options.content,
    emit: options.emit,
    meter: () => stream?.meter ?? null,
    onStallSource: events.stalled,
    autoPlay: !isPaused,
  })
  // Every browser starts a video without sound. With sound, it may need a press first.
  const start = () =>
    void video.play().catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'NotAllowedError') || video.muted) return
      video.muted = true
      events.silenced()
      void video.play().catch(() => undefined)
    })
  const session = new PlaybackSession(video, options.renewSource, {
    manifest: () => {
      if (!stream) return
      control ??= new VideoController(video, stream, { frame: host, progress: null })
      events.ready(control)
      if (!isPaused) start()
    },
    rendition: (_, bitrate) => monitor.handleRendition(bitrate),
    captions: () => undefined,
    failed: reason => events.failed(reason, monitor.handleFailure(reason)),
    retrying: events.retrying,
    interrupted: events.interrupted,
  })
  let hasPlayed = false
  video.addEventListener('playing', () => {
    hasPlayed = true
  })
  video.addEventListener('waiting', () => {
    if (hasPlayed && !video.paused && !video.seeking && !video.ended) connection.handleStall()
  })
  video.addEventListener('ended', () => events.ended())
  const stream = createSharedStream(video, session.streamEvents, options.simulationClock)
  const leave =
    stream && isLimited(stream)
      ? connection.add(options.id, { stream, height: () => host.clientHeight * devicePixelRatio })
      : null
  if (stream) session.start(stream, options.source, 0)
  else events.failed('unsupported', monitor.handleFailure('unsupported'))

  return {
    setSound(isOn) {
      video.muted = !isOn
    },
    setPaused(shouldPause) {
      isPaused = shouldPause
      if (isPaused) return video.pause()
      const window = stream?.liveWindow()
      if (window) video.currentTime = window.edge
      start()
    },
    retry() {
      void session.retry()
    },
    destroy() {
      monitor.destroy()
      leave?.()
      control?.destroy()
      session.destroy()
      host.replaceChildren()
    },
  }
}

/** Return the volume that the viewer has set in the player of other pages. */
function storedVolume(key: string): number {
  try {
    const { volume } = JSON.parse(localStorage.getItem(key) ?? '{}') as { volume?: unknown }
    return typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1
  } catch {
    return 1 // Storage is forbidden.
  }
}
