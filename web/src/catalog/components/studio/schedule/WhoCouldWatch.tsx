import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ChartPanel, Legend } from '@/shared/charts/ChartPanel'
import { DaysChart } from '@/shared/charts/DaysChart'
import { useFormatters } from '@/shared/charts/useFormatters'
import { formatTime } from '@/shared/format/dates'
import { TableHead } from '@/shared/ui/TableHead'
import { useCatalog } from '../../../context'
import type { EventEvidence, EvidenceMinute, EvidenceSide } from '../../../figuresApi'
import { useWatchTimeFormat } from './useWatchTimeFormat'

/** Who could watch the event live, and where the problems came from. Without names. */
export default function WhoCouldWatch({ evidence }: { evidence: EventEvidence }) {
  const { t, i18n } = useLingui()
  const watchTime = useWatchTimeFormat()
  const sides = useSideNames()
  const headings = [t`Where problems came from`, t`Viewers`, t`Time missed`]
  const { viewers, without_loss: withoutLoss, shut_out: shutOut } = evidence
  return (
    <section className="stack" aria-labelledby="who-could-watch">
      <h2 className="display h3" id="who-could-watch">
        <Trans>Who could watch</Trans>
      </h2>
      <p>
        <Plural value={viewers} one="# logged-in viewer." other="# logged-in viewers." />{' '}
        <Plural value={withoutLoss} one="# missed nothing." other="# missed nothing." />{' '}
        {shutOut ? (
          <Plural value={shutOut} one="# came and saw nothing." other="# came and saw nothing." />
        ) : null}
      </p>
      <table className="table">
        <TableHead headings={headings} />
        <tbody>
          {evidence.sides.map(({ side, viewers, seconds }) => (
            <tr key={side}>
              <td data-label={headings[0]}>{sides[side]}</td>
              <td data-label={headings[1]} className="tabular-nums">
                {i18n.number(viewers)}
              </td>
              <td data-label={headings[2]} className="tabular-nums">
                {watchTime(seconds / 60)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Outages evidence={evidence} />
      {evidence.minutes.length > 1 && viewers ? <MinutesChart minutes={evidence.minutes} /> : null}
      <p className="hint">
        <Trans>Measured from what the server sent, in steps of six seconds.</Trans>{' '}
        {evidence.is_final ? null : <Trans>Numbers can change until 15 minutes after the end.</Trans>}
      </p>
    </section>
  )
}

function useSideNames(): Record<EvidenceSide['side'], string> {
  const { t } = useLingui()
  return { venue: t`Venue`, delivery: t`Our servers`, viewer: t`Viewer’s connection` }
}

function Outages({ evidence: { outages } }: { evidence: EventEvidence }) {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const watchTime = useWatchTimeFormat()
  const sides = useSideNames()
  const timeOf = (at: string) => formatTime(Date.parse(at), { language: i18n.locale, timeZone })
  if (!outages.length) return null
  return (
    <ul>
      {outages.map(({ starts_at, ends_at, seconds, side }) => {
        const [start, end, length, name] = [
          timeOf(starts_at),
          timeOf(ends_at),
          watchTime(seconds / 60),
          sides[side],
        ]
        return (
          <li key={starts_at}>
            <Trans>
              No video from {start} to {end} ({length}): {name}
            </Trans>
          </li>
        )
      })}
    </ul>
  )
}

function MinutesChart({ minutes }: { minutes: readonly EvidenceMinute[] }) {
  const { t, i18n } = useLingui()
  const format = useFormatters()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  const timeOf = (at: string) => formatTime(Date.parse(at), { language: i18n.locale, timeZone })
  const missed = minutes.filter(({ viewers, receiving }) => receiving < viewers).length
  return (
    <ChartPanel
      title={t`Viewers with video, by minute`}
      summary={t`Minutes in which some viewers received no video: ${format.count(missed)}.`}
      table={{
        columns: [t`Time`, t`With video`, t`All viewers`],
        rows: minutes.map(({ at, viewers, receiving }) => [
          timeOf(at),
          format.count(receiving),
          format.count(viewers),
        ]),
      }}
      legend={
        <Legend
          entries={[
            { look: 'line', name: t`With video` },
            { look: 'dotted', name: t`All viewers` },
          ]}
        />
      }
    >
      {label => (
        <DaysChart
          label={label}
          variant="area"
          days={minutes.map(({ at, viewers, receiving }) => ({
            day: at,
            value: receiving,
            before: viewers,
            beforeDay: null,
          }))}
          day={timeOf}
          axis={format.short}
          formatTooltip={({ day, value, before }) => ({
            title: timeOf(day),
            lines: [t`${format.count(value ?? 0)} with video`, t`${format.count(before ?? 0)} viewers`],
          })}
        />
      )}
    </ChartPanel>
  )
}
