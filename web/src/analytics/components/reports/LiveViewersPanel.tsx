import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { BarsChart } from '@/shared/charts/BarsChart'
import { useFormatters } from '@/shared/charts/useFormatters'
import { formatTime } from '@/shared/format/dates'
import { useInterval } from '@/shared/hooks/useInterval'
import { LiveDot } from '@/shared/ui/LiveDot'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import type { LiveReport } from '../../reportModel'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'

/** The time between two requests. */
const REFRESH_MS = 15_000
/** The maximum number of listed content items. */
const MAX_LISTED = 4

/** The number of viewers now and in the last 30 minutes. It refreshes while the page is visible. */
export const LiveViewersPanel = observer(function LiveViewersPanel() {
  const { t } = useLingui()
  const { store } = useReportsPage()
  const refresh = () => void (store.live.query ? store.live.reload() : store.live.load({}))
  useEffect(() => {
    void store.live.load({})
    const onVisible = () => document.visibilityState === 'visible' && void store.live.reload()
    document.addEventListener('visibilitychange', onVisible)
    return () => document.removeEventListener('visibilitychange', onVisible)
  }, [store])
  useInterval(refresh, REFRESH_MS)
  return (
    <ReportSection
      title={t`Right now`}
      report={store.live}
      file={{ path: 'now', isAllTime: true }}
      empty={() => null}
      skeleton={<SkeletonLine height={190} />}
    >
      {report => <LiveViewers now={report} />}
    </ReportSection>
  )
})

function LiveViewers({ now: { viewers, things, minutes } }: { now: LiveReport }) {
  const { t, i18n } = useLingui()
  const { timeZone } = useReportsPage()
  const format = useFormatters()
  const peak = Math.max(0, ...minutes.map(minute => minute.viewers))
  const summary =
    peak > 0 ? t`Peak in the last 30 minutes: ${format.count(peak)}.` : t`No viewers in the last 30 minutes.`
  const formatInstant = (instant: string) =>
    formatTime(Date.parse(instant), { language: i18n.locale, timeZone })
  return (
    <div className="panel panel--accent live-viewers">
      <p className="live-viewers__count">
        <strong className="display">{format.count(viewers)}</strong>
        <span className="live-viewers__text">
          {viewers > 0 ? <LiveDot /> : null}
          <span>
            <Plural value={viewers} one="viewer now" other="viewers now" />
          </span>
        </span>
      </p>
      <div className="live-viewers__minutes">
        <BarsChart
          small
          label={t`Viewers per minute. ${summary}`}
          bars={minutes.map(minute => ({ name: formatInstant(minute.at), value: minute.viewers }))}
          axis={format.short}
          formatTooltip={({ name, value }) => ({ title: name, lines: [t`${format.count(value)} watching`] })}
        />
        <p className="muted">{summary}</p>
      </div>
      <div className="live-viewers__content">
        {things.length > 0 ? (
          <ul>
            {things.slice(0, MAX_LISTED).map(thing => (
              <li key={`${thing.kind}-${thing.id}`}>
                <span>{thing.name}</span>
                <strong className="tabular-nums">{format.count(thing.viewers)}</strong>
              </li>
            ))}
          </ul>
        ) : (
          <p className="muted">
            <Trans>No one is watching right now. This page updates automatically.</Trans>
          </p>
        )}
      </div>
    </div>
  )
}
