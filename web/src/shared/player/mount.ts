import 'plyr/dist/plyr.css'
import './player.css'
import type Plyr from 'plyr'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import { PrerollController, type Prerolls } from './ads/PrerollController'
import type { AdTexts } from './ads/texts'
import { AudioOnlyMode } from './audioOnly/AudioOnlyMode'
import { handleMediaSession } from './audioOnly/mediaSession'
import { Captions } from './captions/captions'
import { isCastSender } from './cast/castSdk'
import type { CastControl, CastState, GoogleCast } from './cast/GoogleCast'
import { addAudioMenu } from './controls/audioMenu'
import { bindKeys } from './controls/bindKeys'
import { addCastButton, addGoogleCastButton, addSpacer, addTheaterButton } from './controls/extraButtons'
import { LiveControls } from './controls/LiveControls'
import { type PlayerController, VideoController } from './controls/PlayerController'
import {
  AUDIO_ONLY,
  chooseAudioOnly,
  createControls,
  destroyControls,
  forgetAudioOnly,
  showRendition,
} from './controls/plyrControls'
import { PlaybackMonitor } from './quality/PlaybackMonitor'
import { RangeGuard } from './RangeGuard'
import { showRange } from './RangeView'
import { DEFAULT_FRAME_RATE, firstFrameOf, type PlayRange } from './range'
import { ShieldedSeekBar } from './shield/ShieldedSeekBar'
import { startPlaying } from './startPlaying'
import { createStream } from './stream/createStream'
import { PlaybackSession, type RenewSource, type SignedUrl } from './stream/PlaybackSession'
import type { FailureReason } from './stream/retryPolicy'
import type { Manifest, SimulationClock, Stream } from './stream/Stream'
import type { PlayerTexts } from './texts'

export interface MountOptions {
  source: SignedUrl
  title: string
  poster: string | null
  storyboard: string | null
  startAt: number
  /** The range to play as if it were the complete video; null plays everything. */
  range: PlayRange | null
  /** Frames per second, if known. */
  frameRate: number | null
  /** Returns whether a range loops. Called at its end. */
  isLooping: () => boolean
  /** The live position of a recording that is shown as live. */
  simulationClock: SimulationClock | null
  autoPlay: boolean
  /** Whether only the audio plays at first, as on the radio. */
  isAudioOnly: boolean
  /** Whether the page is in theater mode when the player loads. */
  isTheater: boolean
  /** The planned length of the event in seconds if the length of its recording is hidden; null shows it. */
  hiddenLengthPlan: number | null
  storageKey: string
  /** Whether the channel allows Google's script for Cast devices. */
  hasGoogleCast: boolean
  texts: PlayerTexts
  /** The ads before the stream; null for none. */
  ads: { prerolls: Prerolls; texts: AdTexts } | null
  renewSource: RenewSource
  /** The content in analytics events; null sends no events. */
  content: PlayedContent | null
  emit: (event: PlaybackEvent) => void
  events: {
    ready(control: PlayerController): void
    failed(reason: FailureReason, faultSource: FaultSource): void
    retrying(): void
    /** Called with true when a live stream stops at its source, with false when it goes on. */
    interrupted(isInterrupted: boolean): void
    /**
     * Called with the source of a long stall; null when playback goes on or the source is unknown. `hasAudioOnly`:
     * the audio alone could play.
     */
    stalled(faultSource: FaultSource | null, hasAudioOnly: boolean): void
    time(seconds: number, duration: number): void
    ended(): void
    theater: (() => void) | null
    /** Called with true when only the audio plays, with false when the video returns. */
    audioOnly(isOn: boolean): void
    /** Called with what the other screen does, and with null when the video plays here again. */
    casting(state: CastState | null, control: CastControl): void
    /** Called if the viewer wants to cast and cannot. */
    castUnavailable(): void
  }
}

export interface MountedPlayer {
  /** Play as soon as possible. */
  play(): void
  retry(): void
  /** Play the audio alone, or the video again. */
  setAudioOnly(isOn: boolean): void
  setTheater(on: boolean): void
  /** Hide the length of a recording that was planned to last `plan` seconds; null shows it. */
  hideLength(plan: number | null): void
  destroy(): void
}

function createVideo(options: MountOptions): HTMLVideoElement {
  const video = document.createElement('video')
  video.playsInline = true
  video.preload = 'auto'
  video.crossOrigin = 'anonymous'
  if (options.poster) video.poster = options.poster
  return video
}

/** Mount a player in `host`. Only this module loads Plyr and hls.js. */
export function mount(host: HTMLElement, options: MountOptions): MountedPlayer {
  const { texts, events } = options
  const video = createVideo(options)
  host.append(video)
  let plyr: Plyr | null = null
  let captions: Captions | null = null
  let live: LiveControls | null = null
  let control: VideoController | null = null
  let seekBar: ShieldedSeekBar | null = null
  let googleCast: GoogleCast | null = null
  let { hiddenLengthPlan } = options
  const { range, isLooping } = options
  const frameRate = options.frameRate ?? DEFAULT_FRAME_RATE
  const guard =
    range &&
    new RangeGuard(video, {
      ...{ range, frameRate, isLooping, isStrict: true },
      onEnd: () => {
        monitor.handleRangeEnd()
        events.ended()
      },
      onRestart: () => monitor.handleRangeEnd(true),
    })
  let stream: Stream | null = null
  const audioOnly = new AudioOnlyMode(options.source)
  const monitor = new PlaybackMonitor(video, {
    content: options.content,
    emit: options.emit,
    meter: () => stream?.meter ?? null,
    onStallSource: source => events.stalled(source, audioOnly.isAvailable),
    autoPlay: options.autoPlay,
  })
  let theaterButton: HTMLButtonElement | null = null
  let isTheater = options.isTheater
  // Whether the viewer wants to watch. After a fault, playback resumes unless the viewer had paused it.
  let shouldPlay = options.autoPlay
  let hasFailed = false
  video.addEventListener('play', () => {
    shouldPlay = true
  })
  video.addEventListener('pause', () => {
    shouldPlay = shouldPlay && hasFailed
  })

  // If the browser blocks automatic playback, the wait for the viewer's click is not startup time.
  const start = async () => {
    if (!(await startPlaying(video))) monitor.handleAutoPlayBlocked()
  }

  // A live event goes on during the ad. Viewers who started at the live edge return to it.
  const resume = () => {
    const window = options.startAt > 0 ? null : stream?.liveWindow()
    if (window) video.currentTime = window.edge
    void start()
  }
  const prerolls = options.ads
    ? new PrerollController({
        ...options.ads,
        streamVideo: video,
        frame: () => plyr?.elements.container ?? host,
        play: resume,
      })
    : null

  const setAudioOnly = (isOn: boolean) => {
    if (!audioOnly.set(isOn)) return
    shouldPlay = shouldPlay || !video.paused
    events.audioOnly(isOn)
    void session.retry()
  }

  const buildControls = (manifest: Manifest, source: Stream) => {
    hasFailed = false
    const isOffered = audioOnly.learn(manifest.audioOnlyUrl)
    if (plyr) {
      captions?.restart()
      return handleReady()
    }
    const selectRendition = (height: number) => {
      setAudioOnly(height === AUDIO_ONLY)
      if (height !== AUDIO_ONLY) source.selectRendition(height)
      else if (plyr) forgetAudioOnly(plyr)
    }
    plyr = createControls({
      video,
      manifest,
      texts,
      title: options.title,
      storageKey: options.storageKey,
      storyboard: manifest.isLive ? null : options.storyboard,
      selectRendition,
    })
    const controls = plyr
    addSpacer(controls)
    if (range) showRange(controls, video, range)
    else {
      const isLive = () => source.liveWindow() !== null
      seekBar = new ShieldedSeekBar(controls, video, { texts, isLive, plan: hiddenLengthPlan })
    }
    if (manifest.isLive)
      live = new LiveControls(controls, source, video, texts, options.simulationClock !== null)
    if (options.hasGoogleCast && isCastSender())
      addGoogleCastButton(controls, texts, () => void startCast(source))
    else addCastButton(controls, texts, video)
    if (events.theater) theaterButton = addTheaterButton(controls, texts, events.theater)
    updateTheaterButton()
    bindKeys(controls, video, events.theater)
    captions = new Captions(video, source, () => controls.currentTrack)
    captions.addSubtitleTracks(manifest.subtitles)
    captions.addClosedCaptionTracks(manifest.closedCaptions, texts.captions)
    if (manifest.audioTracks.length > 0)
      addAudioMenu(controls, manifest.audioTracks, texts, name => source.selectAudioTrack(name))
    if (options.isAudioOnly && isOffered) return chooseAudioOnly(controls, true)
    source.loadSegments()
    handleReady()
  }

  const startCast = async (source: Stream) => {
    if (!googleCast) {
      const [{ GoogleCast }, { loadCastSdk }] = await Promise.all([
        import('./cast/GoogleCast'),
        import('./cast/castSdk'),
      ])
      const cast: GoogleCast = new GoogleCast({
        video,
        title: options.title,
        poster: options.poster,
        loadSdk: loadCastSdk,
        renewSource: options.renewSource,
        liveWindow: () => source.liveWindow(),
        onChange: state => events.casting(state, cast),
      })
      googleCast = cast
    }
    if (!(await googleCast.start())) events.castUnavailable()
  }

  const updateTheaterButton = () => theaterButton?.setAttribute('aria-pressed', String(isTheater))

  const handleReady = () => {
    if (stream) {
      const elements = plyr?.elements
      control ??= new VideoController(
        video,
        stream,
        { frame: elements?.container ?? host, progress: elements?.progress ?? null },
        () => seekBar?.span ?? null,
      )
    }
    if (control) events.ready(control)
    if (shouldPlay) void start()
  }

  const renewSource = async () => audioOnly.select(await options.renewSource())
  const session = new PlaybackSession(video, renewSource, {
    manifest: manifest => stream && buildControls(manifest, stream),
    rendition: (height, bitrate) => {
      monitor.handleRendition(bitrate)
      if (plyr) showRendition(plyr, texts, height)
    },
    captions: (channel, cues) => captions?.addCues(channel, cues),
    failed: reason => {
      hasFailed = true
      prerolls?.end()
      events.failed(reason, monitor.handleFailure(reason))
    },
    retrying: events.retrying,
    interrupted: events.interrupted,
  })
  video.addEventListener('timeupdate', () => events.time(video.currentTime, video.duration))
  video.addEventListener('ended', () => events.ended())
  const releaseMediaSession = handleMediaSession(seconds => {
    if (plyr) plyr.currentTime = Math.max(0, plyr.currentTime + seconds)
  })
  stream = createStream(video, session.streamEvents, options.simulationClock)
  const startAt = range ? firstFrameOf(range, frameRate) : options.startAt
  if (stream) session.start(stream, options.source, startAt, options.isAudioOnly)
  else events.failed('unsupported', monitor.handleFailure('unsupported'))

  return {
    play() {
      shouldPlay = true
      if (plyr) void start()
    },
    retry() {
      shouldPlay = true
      void session.retry()
    },
    setAudioOnly(isOn) {
      shouldPlay = shouldPlay || !video.paused
      if (plyr) chooseAudioOnly(plyr, isOn)
    },
    setTheater(isOn) {
      isTheater = isOn
      updateTheaterButton()
    },
    hideLength(plan) {
      hiddenLengthPlan = plan
      seekBar?.hideLength(plan)
    },
    destroy() {
      // Destroy the monitor first: its last events need the position, which the stream removes.
      monitor.destroy()
      releaseMediaSession()
      prerolls?.end()
      guard?.destroy()
      control?.destroy()
      live?.destroy()
      seekBar?.destroy()
      captions?.destroy()
      googleCast?.destroy()
      session.destroy()
      if (plyr) destroyControls(plyr)
      host.replaceChildren()
    },
  }
}
