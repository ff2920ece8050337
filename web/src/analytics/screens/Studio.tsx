import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '@/shared/clock'
import { dayKey } from '@/shared/format/dates'
import { BySection } from '../components/reports/BySection'
import { FunnelSection } from '../components/reports/FunnelSection'
import { NowPanel } from '../components/reports/NowPanel'
import { OverviewSection } from '../components/reports/OverviewSection'
import { QualitySection } from '../components/reports/QualitySection'
import { RetentionSection } from '../components/reports/RetentionSection'
import { SalesSection } from '../components/reports/SalesSection'
import { Studio as Facts } from '../components/reports/studio'
import { Toolbar } from '../components/reports/Toolbar'
import { useAnalytics } from '../context'
import { DIMENSIONS, WITHOUT_GAMES } from '../reports'
import { addressWith, type Shown, shownAt } from '../reportsAddress'
import { reportsStore } from '../stores/ReportsStore'
import '@/shared/ui/Panel.css'
import '../components/reports/Reports.css'
import '../components/reports/Plots.css'

/** The reports themselves. What is shown stands in the address. */
export default observer(function Studio() {
  const analytics = useAnalytics()
  const { settings, categories, groups } = analytics.shell.channel
  const { name, time_zone: timeZone } = settings
  const store = analytics.bring(reportsStore)
  const [search, setSearch] = useSearchParams()
  // A page that stays open over midnight keeps its days until it is loaded again.
  const [today] = useState(() => dayKey(serverNow(), timeZone))
  const games = categories.length + groups.length > 0
  const tabs = games ? DIMENSIONS : WITHOUT_GAMES
  const shown = useMemo(() => shownAt(search, today, tabs), [search, today, tabs])
  const change = useCallback(
    (changes: Partial<Shown>) => setSearch(before => addressWith(before, changes), { replace: true }),
    [setSearch],
  )
  const facts = useMemo(
    () => ({ store, shown, change, today, timeZone, tabs }),
    [store, shown, change, today, timeZone, tabs],
  )
  return (
    <Facts value={facts}>
      <div className="page page--narrow studio">
        <div className="page-head">
          <h1 className="display h1" tabIndex={-1}>
            <Trans>Reports</Trans>
          </h1>
          <p className="lede">
            <Trans>
              What was watched on {name}, how well it played and what was sold. Visits of robots are left out.
            </Trans>
          </p>
        </div>
        <NowPanel />
        <Toolbar />
        <OverviewSection />
        <BySection />
        {games ? <RetentionSection /> : null}
        <QualitySection />
        <SalesSection />
        <FunnelSection />
      </div>
    </Facts>
  )
})
