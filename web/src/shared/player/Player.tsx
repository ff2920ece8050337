import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { GoogleCastContext } from '@/shared/contexts/googleCast'
import { PlaybackEventContext } from '@/shared/contexts/playbackEvents'
import { loadChunk } from '@/shared/loading/loadChunk'
import type { FaultSource, PlaybackEvent, PlayedContent } from '@/shared/telemetry'
import type { Prerolls } from './ads/PrerollController'
import { type AdTexts, useAdTexts } from './ads/texts'
import { AudioOnlyButton } from './audioOnly/AudioOnlyButton'
import { AudioOnlyCover } from './audioOnly/AudioOnlyCover'
import { CastCover } from './cast/CastCover'
import type { CastControl, CastState } from './cast/GoogleCast'
import type { PlayerController } from './controls/PlayerController'
import { DeferredPlayButton } from './DeferredPlayButton'
import { messageFor, noticeFor } from './messages'
import type { MountedPlayer, MountOptions } from './mount'
import { PictureLayer } from './PictureLayer'
import { PlayerFault } from './PlayerFault'
import { PlayerNotice } from './PlayerNotice'
import { PlayerPoster } from './PlayerPoster'
import { PlayerSlate, type Slate } from './PlayerSlate'
import type { PlayRange } from './range'
import { PlayerCover } from './shield/PlayerCover'
import type { SignedUrl } from './stream/PlaybackSession'
import type { FailureReason } from './stream/retryPolicy'
import type { SimulationClock } from './stream/Stream'
import { usePlayerTexts } from './texts'
import { useDeferredPlayer } from './useDeferredPlayer'
import './playerFrame.css'

export interface PlayerProps {
  /** Identifies the video. A new id loads another video; a renewed URL does not. */
  id: string
  /** The HLS master playlist, signed for this viewer. */
  source: SignedUrl
  title: string
  /** The content in analytics events. Without it, the player sends no events. */
  content?: PlayedContent
  poster?: string | null
  /** Shown without a poster until the player loads. */
  placeholder?: ReactNode
  /** The URL of a WebVTT storyboard for the seek bar. */
  storyboard?: string | null
  /** The start position, in seconds. */
  startAt?: number
  /** The range to play as if it were the complete video, exact to the frame, in seconds of the media clock. */
  range?: PlayRange
  /** Frames per second, if known. A range needs it to stop at the right frame. */
  frameRate?: number | null
  /** Whether a range loops. */
  loop?: boolean
  /** The live position of a recording that is shown as live. */
  clock?: SimulationClock
  /** The planned length of the event in seconds if the length of its recording is hidden (`useHiddenLengthPlan`). */
  hiddenLengthPlan?: number | null
  autoPlay?: boolean
  /** Whether only the audio plays at first. */
  isAudioOnly?: boolean
  /** Why there is no video at all, and how to get it. The source then has audio only. */
  audioOnlyNote?: ReactNode
  /** Whether the player loads only after the first interaction. Until then: the poster and a play button. */
  isDeferred?: boolean
  /** The storage key for volume, speed, quality and captions. */
  storageKey: string
  isTheater?: boolean
  /** Toggles theater mode. Present if the page has one. */
  onToggleTheater?(): void
  /** What viewers see instead of a notice while nothing arrives. */
  slate?: Slate | null
  /** The pre-rolls of the stream. */
  prerolls?: Prerolls
  /** Returns a newly signed URL, or null when the viewer has lost access. */
  renewSource(): Promise<SignedUrl | null>
  /** Called a few times per second during playback. */
  onTime?(seconds: number, duration: number): void
  onEnded?(): void
  /** Called with the controller when the player is ready, and with null when it is removed. */
  onReady?(control: PlayerController | null): void
}

/** How long the notice about Google Cast stays. */
const CAST_NOTICE_MS = 6_000

type Phase = 'loading' | 'ready' | FailureReason

const loadMount = () => loadChunk(() => import('./mount'))

/**
 * A video player: Plyr with hls.js, in a separate chunk that loads on demand. It plays, or shows an error with a
 * retry button. The spinner never runs without a limit.
 */
export function Player(props: PlayerProps) {
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedPlayer | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [phase, setPhase] = useState<Phase>('loading')
  const [isAudioOnly, setIsAudioOnly] = useState(false)
  const [isInterrupted, setIsInterrupted] = useState(false)
  // The source of the current stall or failure.
  const [faultSource, setFaultSource] = useState<FaultSource | null>(null)
  const [isAudioOffered, setIsAudioOffered] = useState(false)
  const emit = use(PlaybackEventContext)
  const hasGoogleCast = use(GoogleCastContext)
  const [casting, setCasting] = useState<{ state: CastState; control: CastControl } | null>(null)
  const [isCastMissing, setIsCastMissing] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const [control, setControl] = useState<PlayerController | null>(null)
  const deferred = useDeferredPlayer(props.isDeferred === true && !props.autoPlay, loadMount)
  const { isDeferred, isPlayRequested } = deferred
  const texts = usePlayerTexts()
  const adTexts = useAdTexts()
  const isTheater = props.isTheater ?? false
  const hiddenLengthPlan = props.hiddenLengthPlan ?? null

  const changePhase = (next: Phase) => {
    if (next === 'ready') deferred.moveFocus(host.current)
    setPhase(next)
  }

  useEffect(() => {
    if (isDeferred) return
    let isRemoved = false
    setPhase('loading')
    setIsInterrupted(false)
    setIsAudioOnly(false)
    setFaultSource(null)
    loadMount().then(
      ({ mount }) => {
        if (isRemoved || !host.current) return
        const options = optionsFrom(latest, texts, {
          setPhase: changePhase,
          setControl,
          setIsInterrupted,
          setIsAudioOnly,
          setFaultSource,
          setIsAudioOffered,
          setCasting: (state, control) => setCasting(state && { state, control }),
          setIsCastMissing,
          emit,
        })
        const autoPlay = options.autoPlay || isPlayRequested.current
        mounted.current = mount(host.current, {
          ...options,
          autoPlay,
          hasGoogleCast,
          ads: adsFrom(latest, adTexts),
        })
      },
      () => isRemoved || setPhase(navigator.onLine ? 'unreachable' : 'offline'),
    )
    return () => {
      isRemoved = true
      setControl(null)
      setCasting(null)
      latest.current.onReady?.(null)
      mounted.current?.destroy()
      mounted.current = null
    }
  }, [isDeferred, props.id, texts, adTexts, attempt, hasGoogleCast])

  useEffect(() => {
    if (!isCastMissing) return
    const timer = setTimeout(() => setIsCastMissing(false), CAST_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [isCastMissing])

  useEffect(() => mounted.current?.setTheater(isTheater), [isTheater])
  useEffect(() => mounted.current?.hideLength(hiddenLengthPlan), [hiddenLengthPlan])

  const play = () => {
    deferred.requestPlay()
    mounted.current?.play()
  }

  const notice = phase === 'ready' ? noticeFor(texts, isInterrupted, faultSource) : null
  const slate = notice === texts.interrupted ? props.slate : null
  const failed = phase !== 'loading' && phase !== 'ready'
  const retry = () => (mounted.current ? mounted.current.retry() : setAttempt(attempt + 1))
  return (
    <div className="player" data-phase={failed ? 'failed' : phase}>
      <div className="player__host" ref={host} />
      {phase === 'loading' ? <PlayerPoster src={props.poster} drawn={props.placeholder} /> : null}
      {control && hiddenLengthPlan !== null ? (
        <PlayerCover key={props.id} player={control}>
          <PlayerPoster src={props.poster} drawn={props.placeholder} />
        </PlayerCover>
      ) : null}
      {phase === 'loading' && !deferred.isButtonShown ? (
        <div className="player__spinner" role="status" aria-label={texts.loading} />
      ) : null}
      {phase === 'loading' && deferred.isButtonShown ? (
        <DeferredPlayButton ref={deferred.button} label={texts.plyr.play ?? ''} onPlay={play} />
      ) : null}
      {slate ? (
        <PlayerSlate slate={slate} hint={texts.interrupted.text} host={host} />
      ) : (
        notice && (
          <PictureLayer host={host}>
            <PlayerNotice {...notice}>
              {isAudioOffered && notice === texts.slow.viewer && (
                <AudioOnlyButton onPress={() => mounted.current?.setAudioOnly(true)} />
              )}
            </PlayerNotice>
          </PictureLayer>
        )
      )}
      {isAudioOnly && !failed && !notice && (
        <PictureLayer host={host}>
          <AudioOnlyCover
            note={props.audioOnlyNote ?? null}
            onShowVideo={() => mounted.current?.setAudioOnly(false)}
          />
        </PictureLayer>
      )}
      {isCastMissing && (
        <PictureLayer host={host}>
          <PlayerNotice {...texts.castUnavailable} />
        </PictureLayer>
      )}
      {casting && <CastCover {...casting} />}
      {failed && (
        <PictureLayer host={host}>
          <PlayerFault
            message={messageFor(texts, phase, faultSource)}
            retry={texts.retry}
            onRetry={retry}
            reason={phase}
          />
        </PictureLayer>
      )}
    </div>
  )
}

interface PlayerCallbacks {
  setPhase(phase: Phase): void
  setControl(control: PlayerController): void
  setIsInterrupted(isInterrupted: boolean): void
  setIsAudioOnly(isAudioOnly: boolean): void
  setFaultSource(source: FaultSource | null): void
  setIsAudioOffered(isOffered: boolean): void
  setCasting(state: CastState | null, control: CastControl): void
  setIsCastMissing(isMissing: boolean): void
  emit(event: PlaybackEvent): void
}

function optionsFrom(
  latest: { readonly current: PlayerProps },
  texts: MountOptions['texts'],
  {
    setPhase,
    setControl,
    setIsInterrupted,
    setIsAudioOnly,
    setFaultSource,
    setIsAudioOffered,
    setCasting,
    setIsCastMissing,
    emit,
  }: PlayerCallbacks,
): Omit<MountOptions, 'ads' | 'hasGoogleCast'> {
  const {
    source,
    title,
    content,
    poster,
    storyboard,
    startAt,
    clock,
    autoPlay,
    isAudioOnly,
    isTheater,
    storageKey,
    range,
    frameRate,
    hiddenLengthPlan,
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
    isAudioOnly: isAudioOnly ?? false,
    isTheater: isTheater ?? false,
    hiddenLengthPlan: hiddenLengthPlan ?? null,
    storageKey,
    texts,
    renewSource: () => latest.current.renewSource(),
    content: content ?? null,
    emit,
    events: {
      ready: control => {
        setPhase('ready')
        setControl(control)
        latest.current.onReady?.(control)
      },
      failed: (reason, source) => {
        setFaultSource(source)
        setPhase(reason)
      },
      retrying: () => {
        setFaultSource(null)
        setPhase('loading')
      },
      interrupted: setIsInterrupted,
      audioOnly: setIsAudioOnly,
      stalled: (source, hasAudioOnly) => {
        setFaultSource(source)
        setIsAudioOffered(hasAudioOnly)
      },
      time: (seconds, duration) => latest.current.onTime?.(seconds, duration),
      ended: () => latest.current.onEnded?.(),
      casting: setCasting,
      castUnavailable: () => setIsCastMissing(true),
      theater: latest.current.onToggleTheater ? () => latest.current.onToggleTheater?.() : null,
    },
  }
}

/** Return the ad options. They read the latest props: an event may have started or ended since the player loaded. */
function adsFrom(latest: { readonly current: PlayerProps }, texts: AdTexts): MountOptions['ads'] {
  if (!latest.current.prerolls) return null
  const prerolls: Prerolls = {
    select: () => latest.current.prerolls?.select() ?? null,
    recordPlayed: preroll => latest.current.prerolls?.recordPlayed(preroll),
  }
  return { prerolls, texts }
}
