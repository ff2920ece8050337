import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { PlaybackEventContext } from '@/shared/contexts/playbackEvents'
import { loadChunk } from '@/shared/loading/loadChunk'
import type { FaultSource, PlayedContent } from '@/shared/telemetry'
import type { PlayerController } from '../controls/PlayerController'
import { messageFor, noticeFor } from '../messages'
import { PlayerFault } from '../PlayerFault'
import { PlayerNotice } from '../PlayerNotice'
import { PlayerPoster } from '../PlayerPoster'
import { PlayerSlate, type Slate } from '../PlayerSlate'
import type { SignedUrl } from '../stream/PlaybackSession'
import type { FailureReason } from '../stream/retryPolicy'
import type { SimulationClock } from '../stream/Stream'
import { usePlayerTexts } from '../texts'
import type { MountedTile } from './mountTile'
import type { SharedConnection } from './SharedConnection'
import '../playerFrame.css'

export interface TilePlayerProps {
  /** Identifies the picture in its connection. */
  id: number
  /** The HLS master playlist, signed for this viewer. */
  source: SignedUrl
  title: string
  content: PlayedContent
  poster?: string | null
  /** Shown without a poster until the first picture. */
  placeholder?: ReactNode
  /** Shown while nothing arrives from the place of the event. Without one, a notice is shown. */
  slate?: Slate | null
  /** The live position of a recording that is shown as live. */
  clock?: SimulationClock
  /** The connection that all pictures of the page share. */
  connection: SharedConnection
  /** Whether this picture has the sound. */
  hasSound: boolean
  isPaused: boolean
  /** The key at which the player of other pages stores the volume. */
  storageKey: string
  /** Returns a newly signed URL, or null when the viewer has lost access. */
  renewSource(): Promise<SignedUrl | null>
  onEnded(): void
  /** Called when the browser does not allow the sound before a press. */
  onSilenced(): void
  /** Called with the controller when the picture is ready, and with null when it is removed. */
  onReady(control: PlayerController | null): void
}

type Phase = 'loading' | 'ready' | FailureReason

const loadMountTile = () => loadChunk(() => import('./mountTile'))

/** One picture of a multi-view: a live stream without controls. It plays, or shows an error with a retry button. */
export function TilePlayer(props: TilePlayerProps) {
  const { hasSound, isPaused } = props
  const host = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedTile | null>(null)
  const latest = useRef(props)
  latest.current = props
  const [phase, setPhase] = useState<Phase>('loading')
  const [isInterrupted, setIsInterrupted] = useState(false)
  const [faultSource, setFaultSource] = useState<FaultSource | null>(null)
  const [attempt, setAttempt] = useState(0)
  const emit = use(PlaybackEventContext)
  const texts = usePlayerTexts()

  useEffect(() => {
    let isRemoved = false
    setPhase('loading')
    setIsInterrupted(false)
    setFaultSource(null)
    loadMountTile().then(
      ({ mountTile }) => {
        if (isRemoved || !host.current) return
        const { clock, ...rest } = latest.current
        mounted.current = mountTile(host.current, {
          ...rest,
          emit,
          simulationClock: clock ?? null,
          renewSource: () => latest.current.renewSource(),
          events: {
            ready: control => {
              setPhase('ready')
              latest.current.onReady(control)
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
            stalled: setFaultSource,
            ended: () => latest.current.onEnded(),
            silenced: () => latest.current.onSilenced(),
          },
        })
        mounted.current.setSound(latest.current.hasSound)
      },
      () => isRemoved || setPhase(navigator.onLine ? 'unreachable' : 'offline'),
    )
    return () => {
      isRemoved = true
      latest.current.onReady(null)
      mounted.current?.destroy()
      mounted.current = null
    }
  }, [props.id, emit, attempt])

  useEffect(() => mounted.current?.setSound(hasSound), [hasSound])
  const wasPaused = useRef(isPaused)
  useEffect(() => {
    if (wasPaused.current !== isPaused) mounted.current?.setPaused(isPaused)
    wasPaused.current = isPaused
  }, [isPaused])

  const failed = phase !== 'loading' && phase !== 'ready'
  const notice = phase === 'ready' ? noticeFor(texts, isInterrupted, faultSource) : null
  const slate = notice === texts.interrupted ? props.slate : null
  const retry = () => (mounted.current ? mounted.current.retry() : setAttempt(attempt + 1))
  return (
    <div className="player" data-phase={failed ? 'failed' : phase}>
      <div className="player__host" ref={host} />
      {phase === 'loading' ? (
        <>
          <PlayerPoster src={props.poster} drawn={props.placeholder} />
          <div className="player__spinner" role="status" aria-label={texts.loading} />
        </>
      ) : null}
      {slate ? <PlayerSlate slate={slate} host={host} /> : notice && <PlayerNotice {...notice} />}
      {failed && (
        <PlayerFault
          message={messageFor(texts, phase, faultSource)}
          retry={texts.retry}
          onRetry={retry}
          reason={phase}
        />
      )}
    </div>
  )
}
