import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import { hasEvents } from '@/shared/hasEvents'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { GamePicker } from '../components/multiview/GamePicker'
import { Stage } from '../components/multiview/Stage'
import { useCatalog } from '../context'
import { MIN_GAMES, multiViewPath, parseGames } from '../multiview/selection'
import { multiViewStore } from '../stores/multiview/MultiViewStore'
import '../components/multiview/MultiView.css'

/** The screen `/multiview?events=`: two to four running games at once, or the choice of them. */
export default observer(function MultiView() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const catalog = useCatalog()
  const store = catalog.resolve(multiViewStore)
  const ids = parseGames(useSearchParams()[0].get('events'))
  useDocumentTitle(t`Multi-view`)
  if (!hasEvents(catalog.shell.channel)) return <Navigate to="/404" replace />
  if (ids.length >= MIN_GAMES) return <Stage ids={ids} />
  const watch = (chosen: readonly number[]) => {
    // The press that starts the pictures lets one of them have sound.
    store.giveSound(chosen[0] ?? null)
    void navigate(multiViewPath(chosen))
  }
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Multi-view</Trans>
        </h1>
        <p className="lede">
          <Trans>Watch up to four games at the same time. You hear one of them.</Trans>
        </p>
      </div>
      <div className="multi-view-picker">
        <GamePicker key={ids.join()} ids={ids} onWatch={watch} />
      </div>
    </div>
  )
})
