import 'plyr/dist/plyr.css'
import './player.css'
import type Plyr from 'plyr'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import { PrerollController, type Prerolls } from './ads/PrerollController'
import type { AdTexts } from './ads/texts'
import { Captions } from './captions/captions'
import { addAudioMenu } from './controls/audioMenu'
import { bindKeys } from './controls/bindKeys'
import { addCastButton, addSpacer, addTheaterButton } from './controls/extraButtons'
import { LiveControls } from './controls/LiveControls'
import { type PlayerController, VideoController } from './controls/PlayerController'
import { createControls, destroyControls, showRendition } from './controls/plyrControls'
import { PlaybackMonitor } from './quality/PlaybackMonitor'
import { RangeGuard } from './RangeGuard'
import { showRange } from './RangeView'
import { DEFAULT_FRAME_RATE, firstFrameOf, type PlayRange } from './range'
import { startPlaying } from './startPlaying'
import { HlsStream, isHlsSupported } from './stream/HlsStream'
import { isNativeHlsSupported, NativeStream } from './stream/NativeStream'
import { PlaybackSession, type RenewSource, type SignedUrl } from './stream/PlaybackSession'
import type { FailureReason } from './stream/retryPolicy'
import type { Manifest, SimulationClock, Stream, StreamEvents } from './stream/Stream'
import type { PlayerTexts } from './texts'

export interface MountOptions {
  source: SignedUrl
  title: string
  poster: string | null
  storyboard: string | null
  startAt: number
  /** The part that is played as if it were all; null plays everything. */
  range: PlayRange | null
  /** Frames a second, where they are known. */
  frameRate: number | null
  /** Whether a range begins again at its end; asked then. */
  isLooping: () => boolean
  /** What is on for everybody, where a recording is shown as if it were live. */
  simulationClock: SimulationClock | null
  autoPlay: boolean
  /** Whether the page is in theatre mode as the player comes. */
  isTheater: boolean
  storageKey: string
  texts: PlayerTexts
  /** What comes before the stream; null where nothing does. */
  ads: { prerolls: Prerolls; texts: AdTexts } | null
  renewSource: RenewSource
  /** What is watched, as the analytics name it; null counts nothing. */
  content: PlayedContent | null
  emit: (event: PlaybackEvent) => void
  events: {
    ready(control: PlayerController): void
    failed(reason: FailureReason, side: FaultSource): void
    trying(): void
    /** A live stream has stopped coming, or comes again. */
    interrupted(is: boolean): void
    /** The picture has stood for a while on somebody's side; null: not any more, or nobody knows. */
    standing(side: FaultSource | null): void
    time(seconds: number, duration: number): void
    ended(): void
    theatre: (() => void) | null
  }
}

export interface MountedPlayer {
  /** Plays as soon as it can. */
  play(): void
  retry(): void
  setTheater(on: boolean): void
  destroy(): void
}

/** Safari plays HLS itself, and only then to AirPlay. */
const prefersNative = (video: HTMLVideoElement) =>
  'WebKitPlaybackTargetAvailabilityEvent' in window && isNativeHlsSupported(video)

function createStream(
  video: HTMLVideoElement,
  events: StreamEvents,
  clock: SimulationClock | null,
): Stream | null {
  if (prefersNative(video)) return new NativeStream(video, events, clock)
  if (isHlsSupported()) return new HlsStream(video, events, clock)
  return isNativeHlsSupported(video) ? new NativeStream(video, events, clock) : null
}

function createVideo(options: MountOptions): HTMLVideoElement {
  const video = document.createElement('video')
  video.playsInline = true
  video.preload = 'auto'
  video.crossOrigin = 'anonymous'
  if (options.poster) video.poster = options.poster
  return video
}

/** Puts a player into `host`: the only place where Plyr and hls.js are loaded. */
export function mount(host: HTMLElement, options: MountOptions): MountedPlayer {
  const { texts, events: on } = options
  const video = createVideo(options)
  host.append(video)
  let plyr: Plyr | null = null
  let captions: Captions | null = null
  let live: LiveControls | null = null
  let control: VideoController | null = null
  const { range, isLooping: loops } = options
  const frameRate = options.frameRate ?? DEFAULT_FRAME_RATE
  const guard =
    range &&
    new RangeGuard(video, {
      ...{ range, frameRate, isLooping: loops, isStrict: true },
      ended: () => {
        watch.handleRangeEnd()
        on.ended()
      },
      restarted: () => watch.handleRangeEnd(true),
    })
  let stream: Stream | null = null
  const watch = new PlaybackMonitor(video, {
    content: options.content,
    emit: options.emit,
    meter: () => stream?.meter ?? null,
    stalled: on.standing,
    autoPlay: options.autoPlay,
  })
  let theatre: HTMLButtonElement | null = null
  let pressed = options.isTheater
  // Whether the viewer wants to watch: what stops by a fault goes on after it, what was paused does not.
  let wanted = options.autoPlay
  let stopped = false
  video.addEventListener('play', () => {
    wanted = true
  })
  video.addEventListener('pause', () => {
    wanted = wanted && stopped
  })

  // Where the browser wants the viewer's own press, waiting for that is nobody's fault.
  const start = async () => {
    if (!(await startPlaying(video))) watch.handleHeld()
  }

  // A live game went on during the ad; who began at its edge goes on there.
  const goOn = () => {
    const window = options.startAt > 0 ? null : stream?.liveWindow()
    if (window) video.currentTime = window.edge
    void start()
  }
  const gate = options.ads
    ? new PrerollController({
        ...options.ads,
        streamVideo: video,
        frame: () => plyr?.elements.container ?? host,
        play: goOn,
      })
    : null

  const build = (manifest: Manifest, from: Stream) => {
    stopped = false
    if (plyr) return show()
    const choose = (height: number) => from.chooseRendition(height)
    plyr = createControls({
      video,
      manifest,
      texts,
      title: options.title,
      storageKey: options.storageKey,
      storyboard: manifest.isLive ? null : options.storyboard,
      chooseRendition: choose,
    })
    const made = plyr
    addSpacer(made)
    if (range) showRange(made, video, range)
    if (manifest.isLive) live = new LiveControls(made, from, video, texts, options.simulationClock !== null)
    addCastButton(made, texts, video)
    if (on.theatre) theatre = addTheaterButton(made, texts, on.theatre)
    press()
    bindKeys(made, video, on.theatre)
    captions = new Captions(video, from, () => made.currentTrack)
    captions.addSubtitleTracks(manifest.subtitles)
    captions.addClosedCaptionTracks(manifest.closedCaptions, texts.captions)
    if (manifest.audioTracks.length > 0)
      addAudioMenu(made, manifest.audioTracks, texts, name => from.chooseAudioTrack(name))
    show()
  }

  const press = () => theatre?.setAttribute('aria-pressed', String(pressed))

  const show = () => {
    if (stream) control ??= new VideoController(video, stream)
    if (control) on.ready(control)
    if (wanted) void start()
  }

  const session = new PlaybackSession(video, options.renewSource, {
    manifest: manifest => stream && build(manifest, stream),
    rendition: (height, bitrate) => {
      watch.handleRendition(bitrate)
      if (plyr) showRendition(plyr, texts, height)
    },
    captions: (channel, cues) => captions?.addCues(channel, cues),
    failed: reason => {
      stopped = true
      gate?.end()
      on.failed(reason, watch.handleFailure(reason))
    },
    retrying: on.trying,
    interrupted: on.interrupted,
  })
  video.addEventListener('timeupdate', () => on.time(video.currentTime, video.duration))
  video.addEventListener('ended', () => on.ended())
  stream = createStream(video, session.streamEvents, options.simulationClock)
  if (stream) session.start(stream, options.source, range ? firstFrameOf(range, frameRate) : options.startAt)
  else on.failed('unsupported', watch.handleFailure('unsupported'))

  return {
    play() {
      wanted = true
      if (plyr) void start()
    },
    retry() {
      wanted = true
      void session.retry()
    },
    setTheater(on) {
      pressed = on
      press()
    },
    destroy() {
      // First of all: what ends with the stream has no position any more.
      watch.destroy()
      gate?.end()
      guard?.destroy()
      control?.destroy()
      live?.destroy()
      captions?.destroy()
      session.destroy()
      if (plyr) destroyControls(plyr)
      host.replaceChildren()
    },
  }
}
