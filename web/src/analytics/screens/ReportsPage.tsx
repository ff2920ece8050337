import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '@/shared/clock'
import { dayKey } from '@/shared/format/dates'
import { BreakdownSection } from '../components/reports/BreakdownSection'
import { FunnelSection } from '../components/reports/FunnelSection'
import { LiveViewersPanel } from '../components/reports/LiveViewersPanel'
import { OverviewSection } from '../components/reports/OverviewSection'
import { QualitySection } from '../components/reports/QualitySection'
import { ReportsPageContext as PageContext } from '../components/reports/ReportsPageContext'
import { RetentionSection } from '../components/reports/RetentionSection'
import { SalesSection } from '../components/reports/SalesSection'
import { Toolbar } from '../components/reports/Toolbar'
import { useAnalytics } from '../context'
import { CONTENT_DIMENSIONS, DIMENSIONS } from '../reportModel'
import { parseReportView, type ReportView, withReportView } from '../reportsUrl'
import { reportsStore } from '../stores/ReportsStore'
import '@/shared/ui/Panel.css'
import '../components/reports/Reports.css'
import '../components/reports/Plots.css'

/** The page of reports. Its options are in the address. */
export default observer(function ReportsPage() {
  const analytics = useAnalytics()
  const { settings, categories, groups } = analytics.shell.channel
  const { name, time_zone: timeZone } = settings
  const store = analytics.resolve(reportsStore)
  const [search, setSearch] = useSearchParams()
  // A page that is open at midnight keeps its day until it reloads.
  const [today] = useState(() => dayKey(serverNow(), timeZone))
  const hasGames = categories.length + groups.length > 0
  const tabs = hasGames ? DIMENSIONS : CONTENT_DIMENSIONS
  const view = useMemo(() => parseReportView(search, today, tabs), [search, today, tabs])
  const changeView = useCallback(
    (changes: Partial<ReportView>) => setSearch(before => withReportView(before, changes), { replace: true }),
    [setSearch],
  )
  const context = useMemo(
    () => ({ store, view, changeView, today, timeZone, tabs }),
    [store, view, changeView, today, timeZone, tabs],
  )
  return (
    <PageContext value={context}>
      <div className="page page--narrow reports-page">
        <div className="page-head">
          <h1 className="display h1" tabIndex={-1}>
            <Trans>Reports</Trans>
          </h1>
          <p className="lede">
            <Trans>Views, playback quality and sales on {name}. Bot traffic is excluded.</Trans>
          </p>
        </div>
        <LiveViewersPanel />
        <Toolbar />
        <OverviewSection />
        <BreakdownSection />
        {hasGames ? <RetentionSection /> : null}
        <QualitySection />
        <SalesSection />
        <FunnelSection />
      </div>
    </PageContext>
  )
})
