import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import { useFormatters } from '@/shared/charts/useFormatters'
import type { FaultSource } from '@/shared/telemetry'
import type { FaultSourceRow } from '../../reportModel'
import { FAULT_SOURCE_LABELS } from './reportLabels'

const SOURCE_ORDER: readonly FaultSource[] = ['viewer', 'delivery', 'source', 'unknown']

/** What it means that most problems have one source, and what the operator can do. */
const EXPLANATIONS: Record<FaultSource, MessageDescriptor> = {
  viewer: msg`Most problems were on viewers’ own connections. There is little you can do.`,
  delivery: msg`Most problems were in delivery. Check your server and its connection.`,
  source: msg`Most problems started at the venue. Check the encoder and its connection.`,
  unknown: msg`The cause of most problems is unknown.`,
}

/** The sources of stalls and failures: a segmented bar, a one-sentence explanation and a table. */
export function FaultSources({ sides }: { sides: readonly FaultSourceRow[] }) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const format = useFormatters()
  const rows = SOURCE_ORDER.map(
    side => sides.find(row => row.side === side) ?? { side, stalls: 0, seconds: 0, failures: 0 },
  )
  const problemCount = ({ stalls, failures }: FaultSourceRow) => stalls + failures
  const total = rows.reduce((sum, row) => sum + problemCount(row), 0)
  const mainRow = rows.reduce((max, row) => (problemCount(row) > problemCount(max) ? row : max))
  const title = t`Where problems came from`
  return (
    <figure className="panel chart-panel" aria-label={title}>
      <figcaption className="chart-panel__head">
        <div className="stack stack--2">
          <h3 className="chart-panel__title">{title}</h3>
          <p className="muted">{total > 0 ? _(EXPLANATIONS[mainRow.side]) : t`No stalls or failures.`}</p>
        </div>
      </figcaption>
      {total > 0 ? (
        <div className="fault-sources" aria-hidden="true">
          {rows
            .filter(row => problemCount(row) > 0)
            .map(row => (
              <span
                key={row.side}
                className={`fault-sources__part fault-source fault-source--${row.side}`}
                style={{ flexGrow: problemCount(row) }}
              />
            ))}
        </div>
      ) : null}
      <div className="chart-panel__table fault-sources__table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Origin`}</th>
              <th scope="col">{t`Share of total`}</th>
              <th scope="col">{t`Stalls`}</th>
              <th scope="col">{t`Seconds`}</th>
              <th scope="col">{t`Failures`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.side}>
                <th scope="row">
                  <span className="fault-sources__name">
                    <span className={`fault-source fault-source--${row.side}`} aria-hidden="true" />
                    {_(FAULT_SOURCE_LABELS[row.side])}
                  </span>
                </th>
                <td data-label={t`Share of total`}>
                  <strong>{format.share(total > 0 ? problemCount(row) / total : 0)}</strong>
                </td>
                <td data-label={t`Stalls`}>{format.count(row.stalls)}</td>
                <td data-label={t`Seconds`}>{format.count(row.seconds)}</td>
                <td data-label={t`Failures`}>{format.count(row.failures)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
