import { Trans, useLingui } from '@lingui/react/macro'
import { ChartPanel } from '@/shared/charts/ChartPanel'
import { DaysChart } from '@/shared/charts/DaysChart'
import { useFormatters } from '@/shared/charts/useFormatters'
import { TableHead } from '@/shared/ui/TableHead'
import type { AdFigures, Sponsor, SponsorReport } from '../../sponsorsApi'
import { MetricCard, MetricCards } from '../reports/MetricCards'
import '@/shared/ui/Panel.css'
import '../reports/Reports.css'
import '../reports/Plots.css'

/** The figures of a sponsor: totals, a plot by day, and tables by game and by day. */
export function SponsorFigures({ report }: { report: SponsorReport<Sponsor> }) {
  const { t } = useLingui()
  const format = useFormatters()
  const { totals, events, days } = report
  if (totals.impressions === 0)
    return (
      <p className="panel">
        <Trans>No pre-roll of this sponsor played in this period.</Trans>
      </p>
    )
  const playedDays = days.filter(day => day.impressions > 0)
  return (
    <div className="stack stack--8">
      <Totals totals={totals} />
      <section className="stack" aria-labelledby="sponsor-plot">
        <h2 className="sr-only" id="sponsor-plot">
          <Trans>Impressions</Trans>
        </h2>
        <DaysPlot days={days} />
      </section>
      <section className="stack" aria-labelledby="sponsor-games">
        <h2 className="display h3" id="sponsor-games">
          <Trans>By game</Trans>
        </h2>
        <FiguresTable
          heading={t`Game`}
          rows={events.map(row => ({
            key: String(row.event_id),
            name: row.event ?? t`Game that is not public`,
            figures: row,
          }))}
        />
      </section>
      <section className="stack" aria-labelledby="sponsor-days">
        <h2 className="display h3" id="sponsor-days">
          <Trans>By day</Trans>
        </h2>
        <FiguresTable
          heading={t`Day`}
          rows={playedDays.map(row => ({ key: row.day, name: format.fullDay(row.day), figures: row }))}
        />
      </section>
      <p className="hint">
        <Trans>
          An impression counts when the first frame of a pre-roll shows, once for each viewer and playback.
          Visitors who decline analytics are not counted.
        </Trans>
      </p>
    </div>
  )
}

function Totals({ totals }: { totals: AdFigures }) {
  const { t } = useLingui()
  const format = useFormatters()
  return (
    <MetricCards>
      <MetricCard name={t`Impressions`} value={format.count(totals.impressions)} />
      <MetricCard
        name={t`Played to the end`}
        value={format.count(totals.complete)}
        note={format.share(totals.completion_rate)}
      />
      <MetricCard
        name={t`Clicks`}
        value={format.count(totals.clicks)}
        note={format.share(totals.click_rate)}
      />
    </MetricCards>
  )
}

function DaysPlot({ days }: { days: SponsorReport['days'] }) {
  const { t } = useLingui()
  const format = useFormatters()
  const first = days[0]
  if (!first) return null
  const peak = days.reduce((max, day) => (day.impressions > max.impressions ? day : max), first)
  const [day, value] = [format.longDay(peak.day), format.count(peak.impressions)]
  return (
    <ChartPanel
      title={t`Impressions per day`}
      summary={t`Peak on ${day}: ${value}.`}
      table={{
        columns: [t`Day`, t`Impressions`],
        rows: days.map(row => [format.fullDay(row.day), format.count(row.impressions)]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          days={days.map(row => ({ day: row.day, value: row.impressions, before: null, beforeDay: null }))}
          variant="bars"
          day={format.day}
          axis={format.short}
          formatTooltip={point => ({
            title: format.longDay(point.day),
            lines: [format.count(point.value ?? 0)],
          })}
        />
      )}
    </ChartPanel>
  )
}

interface FiguresRow {
  key: string
  name: string
  figures: AdFigures
}

function FiguresTable({ heading, rows }: { heading: string; rows: readonly FiguresRow[] }) {
  const { t } = useLingui()
  const format = useFormatters()
  const headings = [
    heading,
    t`Impressions`,
    format.share(0.25),
    format.share(0.5),
    format.share(0.75),
    format.share(1),
    t`Clicks`,
  ]
  return (
    <table className="table">
      <TableHead headings={headings} />
      <tbody>
        {rows.map(({ key, name, figures }) => (
          <tr key={key}>
            <td data-label={headings[0]}>
              <strong>{name}</strong>
            </td>
            {[
              figures.impressions,
              figures.first_quartile,
              figures.midpoint,
              figures.third_quartile,
              figures.complete,
              figures.clicks,
            ].map((count, index) => (
              <td key={headings[index + 1]} data-label={headings[index + 1]} className="tabular-nums">
                {format.count(count)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
