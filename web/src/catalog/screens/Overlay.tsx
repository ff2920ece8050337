import { observer } from 'mobx-react-lite'
import { LowerThird } from '../components/overlay/LowerThird'
import { OverlayBug } from '../components/overlay/OverlayBug'
import { OverlayProblem } from '../components/overlay/OverlayProblem'
import { useOverlay } from '../components/overlay/useOverlay'
import '../components/overlay/Overlay.css'

/** The page `/overlay/{id}`: the score on a transparent page, for a browser source of OBS or vMix. */
export default observer(function OverlayPage() {
  const { store, options } = useOverlay()
  const { problem, timeline } = store
  const shownProblem = problem === 'refused' || timeline === null ? problem : null
  return (
    <main
      className={`overlay overlay--${options.position}`}
      style={{ '--scale': options.scale } as React.CSSProperties}
    >
      {shownProblem ? <OverlayProblem problem={shownProblem} /> : null}
      {problem !== 'refused' && store.isScoreShown ? <OverlayBug store={store} /> : null}
      {problem !== 'refused' ? <LowerThird store={store} /> : null}
    </main>
  )
})
