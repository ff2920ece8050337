import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { PlaybackEventContext } from '@/shared/contexts/playbackEvents'
import { loadChunk } from '@/shared/loading/loadChunk'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import type { Prerolls } from './ads/PrerollController'
import { type AdTexts, useAdTexts } from './ads/texts'
import type { PlayerController } from './controls/PlayerController'
import { DeferredPlayButton } from './DeferredPlayButton'
import type { MountedPlayer, MountOptions } from './mount'
import { PlayerFault } from './PlayerFault'
import { PlayerNotice } from './PlayerNotice'
import { PlayerPoster } from './PlayerPoster'
import type { PlayRange } from './range'
import type { SignedUrl } from './stream/PlaybackSession'
import type { FailureReason } from './stream/retryPolicy'
import type { SimulationClock } from './stream/Stream'
import { type PlayerTexts, usePlayerTexts } from './texts'
import { useDeferredPlayer } from './useDeferredPlayer'
import './playerFrame.css'

export interface PlayerProps {
  /** What is played. A renewed address is the same video, another id is another one. */
  id: string
  /** The HLS master playlist, signed for this viewer. */
  source: SignedUrl
  title: string
  /** What the analytics call it; without, it is not counted. */
  content?: PlayedContent
  poster?: string | null
  /** What stands there until the player comes, where there is no poster. */
  placeholder?: ReactNode
  /** Address of a WebVTT storyboard for the seek bar. */
  storyboard?: string | null
  /** Seconds where watching begins. */
  startAt?: number
  /** The part that is played, to the frame, as if it were all: seconds of the stream's own clock. */
  range?: PlayRange
  /** Frames a second, where they are known: a range is kept by them. */
  frameRate?: number | null
  /** Whether a range begins again at its end. */
  loop?: boolean
  /** Present where a recording is shown as if it were live: the second of it that is on for everybody. */
  clock?: SimulationClock
  autoPlay?: boolean
  /** Whether it comes only once somebody is there: until then its picture, and a button that plays. */
  isDeferred?: boolean
  /** Name under which volume, speed, quality and captions are remembered. */
  storageKey: string
  isTheater?: boolean
  /** Present where the page has a theatre mode. */
  onTheater?(): void
  /** What comes before the stream. */
  prerolls?: Prerolls
  /** A freshly signed address, or null when this viewer may not play it any more. */
  renewSource(): Promise<SignedUrl | null>
  /** Told a few times a second while playing. */
  onTime?(seconds: number, duration: number): void
  onEnded?(): void
  /** Gets the control of what plays once it is there, and null when it is no more. */
  onReady?(control: PlayerController | null): void
}

type Phase = 'loading' | 'ready' | FailureReason

const loadMount = () => loadChunk(() => import('./mount'))

/**
 * A video player: Plyr over hls.js, loaded as a chunk of its own once a player is about to show. It
 * plays, or says why it can't and offers to try again; it never spins for ever.
 */
export function Player(props: PlayerProps) {
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPlayer | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [phase, setPhase] = useState<Phase>('loading')
  const [interrupted, setInterrupted] = useState(false)
  // Whose side it is that the picture stands, or does not come.
  const [side, setSide] = useState<FaultSource | null>(null)
  const tell = use(PlaybackEventContext)
  const [attempt, setAttempt] = useState(0)
  const rest = useDeferredPlayer(props.isDeferred === true && !props.autoPlay, loadMount)
  const { isDeferred: rests, isPlayRequested: isRequested } = rest
  const texts = usePlayerTexts()
  const adTexts = useAdTexts()
  const theatre = props.isTheater ?? false

  const come = (next: Phase) => {
    if (next === 'ready') rest.handOver(host.current)
    setPhase(next)
  }

  useEffect(() => {
    if (rests) return
    let gone = false
    setPhase('loading')
    setInterrupted(false)
    setSide(null)
    loadMount().then(
      ({ mount }) => {
        if (gone || !host.current) return
        const options = optionsFrom(latest, texts, {
          setPhase: come,
          setInterrupted,
          setFaultSource: setSide,
          emit: tell,
        })
        const autoPlay = options.autoPlay || isRequested.current
        mounted.current = mount(host.current, { ...options, autoPlay, ads: adsFrom(latest, adTexts) })
      },
      () => gone || setPhase(navigator.onLine ? 'unreachable' : 'offline'),
    )
    return () => {
      gone = true
      latest.current.onReady?.(null)
      mounted.current?.destroy()
      mounted.current = null
    }
  }, [rests, props.id, texts, adTexts, attempt])

  useEffect(() => mounted.current?.setTheater(theatre), [theatre])

  const play = () => {
    rest.press()
    mounted.current?.play()
  }

  const stands = phase === 'ready' ? noticeFor(texts, interrupted, side) : null
  const failed = phase !== 'loading' && phase !== 'ready'
  const retry = () => (mounted.current ? mounted.current.retry() : setAttempt(attempt + 1))
  return (
    <div className="player" data-phase={failed ? 'failed' : phase}>
      <div className="player__host" ref={host} />
      {phase === 'loading' ? <PlayerPoster src={props.poster} drawn={props.placeholder} /> : null}
      {phase === 'loading' && !rest.isButtonShown ? (
        <div className="player__spinner" role="status" aria-label={texts.loading} />
      ) : null}
      {phase === 'loading' && rest.isButtonShown ? (
        <DeferredPlayButton ref={rest.button} label={texts.plyr.play ?? ''} onPlay={play} />
      ) : null}
      {stands && <PlayerNotice {...stands} />}
      {failed && (
        <PlayerFault
          message={messageFor(texts, phase, side)}
          retry={texts.retry}
          onRetry={retry}
          reason={phase}
        />
      )}
    </div>
  )
}

/** Why the picture stands although nothing is broken, as far as anybody knows. */
function noticeFor(texts: PlayerTexts, interrupted: boolean, side: FaultSource | null) {
  if (interrupted || side === 'source') return texts.interrupted
  return side === 'viewer' || side === 'delivery' ? texts.slow[side] : null
}

/** What does not come is told with the side on which that lies. */
function messageFor(texts: PlayerTexts, reason: FailureReason, side: FaultSource | null) {
  const known = reason === 'unreachable' && side && side !== 'unknown' ? texts.unreachable[side] : null
  return known ? { ...texts.failures[reason], text: known } : texts.failures[reason]
}

interface PlayerCallbacks {
  setPhase(phase: Phase): void
  setInterrupted(is: boolean): void
  setFaultSource(side: FaultSource | null): void
  emit(event: PlaybackEvent): void
}

function optionsFrom(
  latest: { readonly current: PlayerProps },
  texts: MountOptions['texts'],
  { setPhase, setInterrupted, setFaultSource: setSide, emit: tell }: PlayerCallbacks,
): Omit<MountOptions, 'ads'> {
  const {
    source,
    title,
    content: thing,
    poster,
    storyboard,
    startAt,
    clock,
    autoPlay,
    isTheater: theatre,
    storageKey,
    range,
    frameRate,
  } = latest.current
  return {
    source,
    title,
    poster: poster ?? null,
    storyboard: storyboard ?? null,
    startAt: startAt ?? 0,
    range: range ?? null,
    frameRate: frameRate ?? null,
    isLooping: () => latest.current.loop ?? false,
    simulationClock: clock ?? null,
    autoPlay: autoPlay ?? false,
    isTheater: theatre ?? false,
    storageKey,
    texts,
    renewSource: () => latest.current.renewSource(),
    content: thing ?? null,
    emit: tell,
    events: {
      ready: control => {
        setPhase('ready')
        latest.current.onReady?.(control)
      },
      failed: (reason, side) => {
        setSide(side)
        setPhase(reason)
      },
      trying: () => {
        setSide(null)
        setPhase('loading')
      },
      interrupted: setInterrupted,
      standing: setSide,
      time: (seconds, duration) => latest.current.onTime?.(seconds, duration),
      ended: () => latest.current.onEnded?.(),
      theatre: latest.current.onTheater ? () => latest.current.onTheater?.() : null,
    },
  }
}

/** What the page says at the time: a game may have begun or ended since the player came. */
function adsFrom(latest: { readonly current: PlayerProps }, texts: AdTexts): MountOptions['ads'] {
  if (!latest.current.prerolls) return null
  const prerolls: Prerolls = {
    choose: () => latest.current.prerolls?.choose() ?? null,
    played: preroll => latest.current.prerolls?.played(preroll),
  }
  return { prerolls, texts }
}
