import { Trans, useLingui } from '@lingui/react/macro'
import { ChartPanel, Legend } from '@/shared/charts/ChartPanel'
import { DaysChart } from '@/shared/charts/DaysChart'
import { SalesChart } from '@/shared/charts/SalesChart'
import { useCountLabel } from '@/shared/charts/useCountLabel'
import { useFormatters } from '@/shared/charts/useFormatters'
import { formatTime } from '@/shared/format/dates'
import { useCatalog } from '../../../context'
import type { EventFigures, EventMoment, EventViewsDay } from '../../../figuresApi'

/** The viewers and sales of an event over time, as charts with tables. */
export default function EventCharts({ figures: { sales, audience } }: { figures: EventFigures }) {
  const { moments, days } = audience ?? { moments: [], days: [] }
  return (
    <section className="stack" aria-labelledby="event-charts">
      <h2 className="display h3" id="event-charts">
        <Trans>Over time</Trans>
      </h2>
      {moments.length + days.length + sales.days.length ? (
        <div className="chart-grid">
          {moments.length ? <MomentsChart moments={moments} /> : null}
          {days.length ? <ViewsChart days={days} /> : null}
          {sales.days.length ? <SalesChart {...sales} /> : null}
        </div>
      ) : (
        <p className="muted">
          <Trans>The charts appear after the first view or sale.</Trans>
        </p>
      )}
    </section>
  )
}

function MomentsChart({ moments }: { moments: readonly EventMoment[] }) {
  const { t, i18n } = useLingui()
  const format = useFormatters()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const timeOf = (at: string) => formatTime(Date.parse(at), { language: i18n.locale, timeZone })
  const total = ({ live, replay }: EventMoment) => live + replay
  const peak = moments.reduce((max, moment) => (total(moment) > total(max) ? moment : max))
  const hasReplay = moments.some(moment => moment.replay > 0)
  const [time, viewers] = [timeOf(peak.at), format.count(total(peak))]
  return (
    <ChartPanel
      title={t`Viewers around the start`}
      summary={t`Most viewers within five minutes: ${viewers}, at ${time}.`}
      table={{
        columns: [t`Time`, t`Live viewers`, t`Replay viewers`],
        rows: moments.map(({ at, live, replay }) => [timeOf(at), format.count(live), format.count(replay)]),
      }}
      legend={
        hasReplay ? (
          <Legend
            entries={[
              { look: 'line', name: t`Live viewers` },
              { look: 'dotted', name: t`Replay viewers` },
            ]}
          />
        ) : null
      }
    >
      {label => (
        <DaysChart
          label={label}
          variant="area"
          days={moments.map(({ at, live, replay }) => ({
            day: at,
            value: live,
            before: hasReplay ? replay : null,
            beforeDay: null,
          }))}
          day={timeOf}
          axis={format.short}
          formatTooltip={({ day, value, before }) => ({
            title: timeOf(day),
            lines: [
              t`${format.count(value ?? 0)} live`,
              ...(before === null ? [] : [t`${format.count(before)} in the replay`]),
            ],
          })}
        />
      )}
    </ChartPanel>
  )
}

function ViewsChart({ days }: { days: readonly EventViewsDay[] }) {
  const { t } = useLingui()
  const format = useFormatters()
  const countLabel = useCountLabel()
  const peak = days.reduce((max, day) => (day.views > max.views ? day : max))
  const [day, value] = [format.longDay(peak.day), countLabel.views(peak.views)]
  return (
    <ChartPanel
      title={t`Views per day`}
      summary={t`Peak on ${day}: ${value}.`}
      table={{
        columns: [t`Day`, t`Views`],
        rows: days.map(each => [format.fullDay(each.day), format.count(each.views)]),
      }}
    >
      {label => (
        <DaysChart
          label={label}
          variant="bars"
          days={days.map(each => ({ day: each.day, value: each.views, before: null, beforeDay: null }))}
          day={format.day}
          axis={format.short}
          formatTooltip={point => ({
            title: format.longDay(point.day),
            lines: [countLabel.views(point.value ?? 0)],
          })}
        />
      )}
    </ChartPanel>
  )
}
