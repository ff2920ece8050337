import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { ChartPanel, Legend } from '@/shared/charts/ChartPanel'
import { CurveChart } from '@/shared/charts/CurveChart'
import { useCountLabel } from '@/shared/charts/useCountLabel'
import { useFormatters } from '@/shared/charts/useFormatters'
import { formatPlayTime } from '@/shared/format/playTime'
import { isNotFound } from '@/shared/http/errors'
import type { Retention } from '../../reportModel'
import { EventSelect } from './EventSelect'
import { EmptyReport, ReportSection } from './ReportSection'
import { useReportsPage } from './ReportsPageContext'
import { SkeletonReport } from './SkeletonReport'

/** The section with the audience retention of a game and its most clipped moments. */
export const RetentionSection = observer(function RetentionSection() {
  const { t } = useLingui()
  const { store, view, changeView } = useReportsPage()
  // The default is the most watched game.
  const event = view.event ?? store.breakdowns.event.value?.rows.find(row => row.id !== null)?.id ?? null
  useEffect(() => {
    if (event !== null) void store.retention.load(event)
  }, [store, event])
  const { value } = store.retention
  const eventSelect = (
    <EventSelect
      label={t`Game`}
      all={t`Most watched game`}
      value={view.event}
      name={value?.event.id === view.event ? value?.event.name : null}
      onChange={chosen => changeView({ event: chosen })}
    />
  )
  const hasNoEvents = event === null && store.breakdowns.event.value !== null
  return (
    <div id="retention" tabIndex={-1}>
      <ReportSection
        title={t`Audience retention`}
        lede={t`The share of viewers still watching, minute by minute.`}
        report={hasNoEvents ? EMPTY_REPORT : store.retention}
        file={event === null ? null : { path: `retention/${event}`, isAllTime: true }}
        tools={eventSelect}
        empty={({ views }) =>
          views === 0
            ? event === null
              ? t`No games were watched in this period.`
              : t`No one has watched this game yet.`
            : null
        }
        failure={error =>
          isNotFound(error) ? (
            <EmptyReport>{t`This game was not found. Choose another game.`}</EmptyReport>
          ) : null
        }
        skeleton={<SkeletonReport cards={0} />}
      >
        {retention => <RetentionCurve {...retention} />}
      </ReportSection>
    </div>
  )
})

/** The report of a period in which no game was watched. */
const EMPTY_REPORT = {
  value: { views: 0 } as Retention,
  isBusy: false,
  error: null,
  reload: async () => undefined,
}

function RetentionCurve({ event, points, moments, views }: Retention) {
  const { t } = useLingui()
  const format = useFormatters()
  const countLabel = useCountLabel()
  const halfPoint = points.find(point => point.share < 0.5)
  const [count, share] = [countLabel.views(views), format.share(points.at(-1)?.share ?? 0)]
  const halfPointTime = halfPoint ? formatPlayTime(halfPoint.position) : ''
  const summary = halfPoint
    ? t`Half of ${count} had ended by ${halfPointTime}. ${share} reached the end.`
    : t`${share} of ${count} reached the end.`
  return (
    <>
      <ChartPanel
        title={event.name}
        summary={summary}
        table={{
          columns: [t`Time`, t`Views`, t`Share of total`],
          rows: points.map(point => [
            formatPlayTime(point.position),
            format.count(point.views),
            format.share(point.share),
          ]),
        }}
        legend={
          <Legend
            entries={[
              { look: 'line', name: t`Still watching` },
              ...(moments.length > 0
                ? [{ look: 'soft' as const, name: t`Most clipped moments, numbered` }]
                : []),
            ]}
          />
        }
      >
        {label => (
          <CurveChart
            label={label}
            points={points}
            moments={moments}
            axis={format.share}
            formatTooltip={point => ({
              title: formatPlayTime(point.position),
              lines: [t`${format.share(point.share)} still watching`, countLabel.views(point.views)],
            })}
          />
        )}
      </ChartPanel>
      {moments.length > 0 ? <TopMoments moments={moments} /> : null}
    </>
  )
}

/** The list of the most clipped moments, with the numbers that the chart shows. */
function TopMoments({ moments }: Pick<Retention, 'moments'>) {
  return (
    <div className="stack">
      <h3 className="display h3">
        <Trans>Most clipped moments</Trans>
      </h3>
      <ol className="top-moments">
        {moments.map(({ position, seconds, name, clips }, index) => (
          <li key={position}>
            <span className="top-moments__number tabular-nums" aria-hidden="true">
              {index + 1}
            </span>
            <span className="top-moments__name">
              <strong>{name}</strong>
              <span className="muted tabular-nums">
                {formatPlayTime(position)}–{formatPlayTime(position + seconds)}
              </span>
            </span>
            <span className="muted">
              <Plural value={clips} one="# clip" other="# clips" />
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}
