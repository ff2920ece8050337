import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { BoardTeam } from '../components/overlay/BoardTeam'
import { LineScore } from '../components/overlay/LineScore'
import { OverlayProblem } from '../components/overlay/OverlayProblem'
import { useBoardTexts } from '../components/overlay/useBoardTexts'
import { useOverlay } from '../components/overlay/useOverlay'
import { useStartTime } from '../components/overlay/useStartTime'
import { useWakeLock } from '../components/overlay/useWakeLock'
import { teamLooks } from '../overlay'
import '../components/overlay/Scoreboard.css'

/** The page `/scoreboard/{id}`: the score for the screen of a gym. Press F or click for full screen. */
export default observer(function Scoreboard() {
  const { store } = useOverlay()
  const texts = useBoardTexts()
  const startTime = useStartTime(store.overlay?.event ?? null)
  useWakeLock()
  useFullScreen()
  const { overlay, timeline, score, problem } = store
  const [away, home] = overlay?.event.teams ?? []
  const [awayLook, homeLook] = teamLooks(overlay?.event.teams ?? [])
  const points = score?.board.points ?? [0, 0]
  const sets = score?.board.sets ?? null
  const isBefore = !score || score.board.phase === 'before'
  if (problem === 'refused') {
    return (
      <main className="scoreboard">
        <OverlayProblem problem={problem} />
      </main>
    )
  }
  return (
    <main className="scoreboard" aria-busy={overlay === null}>
      {away && home ? (
        <div className="scoreboard__teams">
          <BoardTeam team={away} look={awayLook} points={points[0]} sets={sets?.[0] ?? null} />
          <div className="scoreboard__middle">
            <p className="scoreboard__state">{isBefore ? startTime : texts.state(score.board)}</p>
            {score?.clock ? <p className="scoreboard__clock">{score.clock}</p> : null}
          </div>
          <BoardTeam team={home} look={homeLook} points={points[1]} sets={sets?.[1] ?? null} />
        </div>
      ) : (
        <h1 className="scoreboard__event">{overlay?.event.name}</h1>
      )}
      {timeline && away && home ? <LineScore store={store} /> : null}
      {store.isConnectionLost ? (
        <p className="scoreboard__lost" role="status">
          <Trans>No connection. The score may be out of date.</Trans>
        </p>
      ) : null}
    </main>
  )
})

/** Fill the screen after a click, or a press of F. A page cannot do it by itself. */
function useFullScreen(): void {
  useEffect(() => {
    const toggle = () => {
      const change = document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen()
      // A browser without full screen shows the same page.
      void change.catch(() => undefined)
    }
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'f' || key === 'F') toggle()
    }
    addEventListener('click', toggle)
    addEventListener('keydown', handleKey)
    return () => {
      removeEventListener('click', toggle)
      removeEventListener('keydown', handleKey)
    }
  }, [])
}
