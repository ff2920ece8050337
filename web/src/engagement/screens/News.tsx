import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { PanelError } from '@/shared/ui/PanelError'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { NewsForm } from '../components/NewsForm'
import { ReminderList } from '../components/ReminderList'
import { ScoresPanel } from '../components/ScoresPanel'
import { useEngagement } from '../context'
import { newsStore } from '../stores/NewsStore'
import '@/shared/ui/Panel.css'
import '../components/News.css'

/** `/profile/news`: how the viewer is told of what they follow, when not, and of what. A part of the profile. */
export default observer(function News() {
  const { t } = useLingui()
  const store = useEngagement().bring(newsStore)
  const load = useCallback(() => void store.load(), [store])
  useEffect(load, [load])
  const { value, error, busy } = store.settings
  return (
    <div className="news">
      <div className="stack">
        <section className="panel stack" aria-busy={busy && !value}>
          <h2 className="display h3">
            <Trans>When something goes live</Trans>
          </h2>
          {value ? (
            <NewsForm store={store} />
          ) : error ? (
            <PanelError title={t`Your settings did not load`} onRetry={load} busy={busy} />
          ) : (
            [72, 56, 64].map(width => <SkeletonLine key={width} width={width} />)
          )}
        </section>
        <ScoresPanel />
      </div>
      <ReminderList />
    </div>
  )
})
