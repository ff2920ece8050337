import 'plyr/dist/plyr.css'
import './player.css'
import type Plyr from 'plyr'
import type { PlayedThing, PlayTold, Side } from '@/shared/telling'
import { PrerollGate, type Prerolls } from './ads/PrerollGate'
import type { AdTexts } from './ads/texts'
import { Captions } from './captions'
import { Control, type PlayerController } from './control'
import { dress, showRendition, undress } from './controls'
import { addCast, addSpacer, addTheatre } from './extras'
import { HlsStream, hlsSupported } from './hlsStream'
import { bindKeys } from './keys'
import { LiveView } from './liveView'
import { NativeStream, nativeSupported } from './nativeStream'
import type { Reason } from './policy'
import { PlayWatch } from './quality/PlayWatch'
import { RangeGuard } from './RangeGuard'
import { measureBy } from './RangeView'
import { firstOf, type PlayRange, USUAL_FRAME_RATE } from './range'
import { type Renew, Session, type SignedUrl } from './session'
import { addSounds } from './sounds'
import { startPlaying } from './startPlaying'
import type { Manifest, ShowClock, Stream, StreamEvents } from './stream'
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
  loops: () => boolean
  /** What is on for everybody, where a recording is shown as if it were live. */
  clock: ShowClock | null
  autoPlay: boolean
  /** Whether the page is in theatre mode as the player comes. */
  theatre: boolean
  storageKey: string
  texts: PlayerTexts
  /** What comes before the stream; null where nothing does. */
  ads: { prerolls: Prerolls; texts: AdTexts } | null
  renew: Renew
  /** What is watched, as the analytics name it; null counts nothing. */
  thing: PlayedThing | null
  tell: (told: PlayTold) => void
  on: {
    ready(control: PlayerController): void
    failed(reason: Reason, side: Side): void
    trying(): void
    /** A live stream has stopped coming, or comes again. */
    interrupted(is: boolean): void
    /** The picture has stood for a while on somebody's side; null: not any more, or nobody knows. */
    standing(side: Side | null): void
    time(seconds: number, duration: number): void
    ended(): void
    theatre: (() => void) | null
  }
}

export interface Mounted {
  /** Plays as soon as it can. */
  play(): void
  retry(): void
  theatre(on: boolean): void
  destroy(): void
}

/** Safari plays HLS itself, and only then to AirPlay. */
const preferNative = (video: HTMLVideoElement) =>
  'WebKitPlaybackTargetAvailabilityEvent' in window && nativeSupported(video)

function streamFor(video: HTMLVideoElement, events: StreamEvents, clock: ShowClock | null): Stream | null {
  if (preferNative(video)) return new NativeStream(video, events, clock)
  if (hlsSupported()) return new HlsStream(video, events, clock)
  return nativeSupported(video) ? new NativeStream(video, events, clock) : null
}

function makeVideo(options: MountOptions): HTMLVideoElement {
  const video = document.createElement('video')
  video.playsInline = true
  video.preload = 'auto'
  video.crossOrigin = 'anonymous'
  if (options.poster) video.poster = options.poster
  return video
}

/** Puts a player into `host`: the only place where Plyr and hls.js are loaded. */
export function mount(host: HTMLElement, options: MountOptions): Mounted {
  const { texts, on } = options
  const video = makeVideo(options)
  host.append(video)
  let plyr: Plyr | null = null
  let captions: Captions | null = null
  let live: LiveView | null = null
  let control: Control | null = null
  const { range, loops } = options
  const frameRate = options.frameRate ?? USUAL_FRAME_RATE
  const guard =
    range &&
    new RangeGuard(video, {
      ...{ range, frameRate, loops, strict: true },
      ended: () => {
        watch.over()
        on.ended()
      },
      again: () => watch.over(true),
    })
  let stream: Stream | null = null
  const watch = new PlayWatch(video, {
    thing: options.thing,
    tell: options.tell,
    meter: () => stream?.meter ?? null,
    standing: on.standing,
    autoPlay: options.autoPlay,
  })
  let theatre: HTMLButtonElement | null = null
  let pressed = options.theatre
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
    if (!(await startPlaying(video))) watch.held()
  }

  // A live game went on during the ad; who began at its edge goes on there.
  const goOn = () => {
    const window = options.startAt > 0 ? null : stream?.window()
    if (window) video.currentTime = window.edge
    void start()
  }
  const gate = options.ads
    ? new PrerollGate({
        ...options.ads,
        main: video,
        stage: () => plyr?.elements.container ?? host,
        go: goOn,
      })
    : null

  const build = (manifest: Manifest, from: Stream) => {
    stopped = false
    if (plyr) return show()
    const choose = (height: number) => from.choose(height)
    plyr = dress({
      video,
      manifest,
      texts,
      title: options.title,
      storageKey: options.storageKey,
      storyboard: manifest.live ? null : options.storyboard,
      choose,
    })
    const made = plyr
    addSpacer(made)
    if (range) measureBy(made, video, range)
    if (manifest.live) live = new LiveView(made, from, video, texts, options.clock !== null)
    addCast(made, texts, video)
    if (on.theatre) theatre = addTheatre(made, texts, on.theatre)
    press()
    bindKeys(made, video, on.theatre)
    captions = new Captions(video, from, () => made.currentTrack)
    captions.offer(manifest.subtitles)
    captions.announce(manifest.closedCaptions, texts.captions)
    if (manifest.sounds.length > 0) addSounds(made, manifest.sounds, texts, name => from.chooseSound(name))
    show()
  }

  const press = () => theatre?.setAttribute('aria-pressed', String(pressed))

  const show = () => {
    if (stream) control ??= new Control(video, stream)
    if (control) on.ready(control)
    if (wanted) void start()
  }

  const session = new Session(video, options.renew, {
    manifest: manifest => stream && build(manifest, stream),
    rendition: (height, bitrate) => {
      watch.rendition(bitrate)
      if (plyr) showRendition(plyr, texts, height)
    },
    captions: (channel, cues) => captions?.add(channel, cues),
    failed: reason => {
      stopped = true
      gate?.end()
      on.failed(reason, watch.failed(reason))
    },
    trying: on.trying,
    interrupted: on.interrupted,
  })
  video.addEventListener('timeupdate', () => on.time(video.currentTime, video.duration))
  video.addEventListener('ended', () => on.ended())
  stream = streamFor(video, session.streamEvents, options.clock)
  if (stream) session.start(stream, options.source, range ? firstOf(range, frameRate) : options.startAt)
  else on.failed('unsupported', watch.failed('unsupported'))

  return {
    play() {
      wanted = true
      if (plyr) void start()
    },
    retry() {
      wanted = true
      void session.retry()
    },
    theatre(on) {
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
      if (plyr) undress(plyr)
      host.replaceChildren()
    },
  }
}
