import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { formatTime } from '@/shared/format/dates'
import { useInterval } from '@/shared/hooks/useInterval'
import { LiveDot } from '@/shared/ui/LiveDot'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import type { LiveReport } from '../../reportModel'
import { BarsChart } from './charts/BarsChart'
import { ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { useFormatters } from './useFormatters'

/** How often it is looked who watches. */
const REFRESH_MS = 15_000
/** Of what is watched, so much is named. */
const MAX_LISTED = 4

/** Who watches at this moment, and who did in the last half hour. It looks again by itself while it is looked at. */
export const LiveViewersPanel = observer(function LiveViewersPanel() {
  const { t } = useLingui()
  const { store } = useReportsPage()
  const look = () => void (store.live.query ? store.live.reload() : store.live.load({}))
  useEffect(() => {
    void store.live.load({})
    const back = () => document.visibilityState === 'visible' && void store.live.reload()
    document.addEventListener('visibilitychange', back)
    return () => document.removeEventListener('visibilitychange', back)
  }, [store])
  useInterval(look, REFRESH_MS)
  return (
    <ReportSection
      title={t`Right now`}
      report={store.live}
      file={{ path: 'now', always: true }}
      empty={() => null}
      skeleton={<SkeletonLine height={190} />}
    >
      {now => <LiveViewers now={now} />}
    </ReportSection>
  )
})

function LiveViewers({ now: { viewers, things, minutes } }: { now: LiveReport }) {
  const { t, i18n } = useLingui()
  const { timeZone } = useReportsPage()
  const write = useFormatters()
  const most = Math.max(0, ...minutes.map(minute => minute.viewers))
  const summary =
    most > 0 ? t`Peak in the last 30 minutes: ${write.count(most)}.` : t`No viewers in the last 30 minutes.`
  const at = (instant: string) => formatTime(Date.parse(instant), { language: i18n.locale, timeZone })
  return (
    <div className="panel panel--accent live-viewers">
      <p className="live-viewers__count">
        <strong className="display">{write.count(viewers)}</strong>
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
          bars={minutes.map(minute => ({ name: at(minute.at), value: minute.viewers }))}
          axis={write.short}
          formatTooltip={({ name, value }) => ({ title: name, lines: [t`${write.count(value)} watching`] })}
        />
        <p className="muted">{summary}</p>
      </div>
      <div className="live-viewers__content">
        {things.length > 0 ? (
          <ul>
            {things.slice(0, MAX_LISTED).map(thing => (
              <li key={`${thing.kind}-${thing.id}`}>
                <span>{thing.name}</span>
                <strong className="tabular-nums">{write.count(thing.viewers)}</strong>
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
