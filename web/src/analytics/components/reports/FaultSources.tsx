import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { FaultSource } from '@/shared/telemetry'
import type { FaultSourceRow } from '../../reportModel'
import { FAULT_SOURCE_LABELS } from './reportLabels'
import { useFormatters } from './useFormatters'

const SOURCE_ORDER: readonly FaultSource[] = ['viewer', 'delivery', 'source', 'unknown']

/** What it means where most are on one side, and who can mend it. */
const EXPLANATIONS: Record<FaultSource, MessageDescriptor> = {
  viewer: msg`Most problems were on viewers’ own connections. There is little you can do.`,
  delivery: msg`Most problems were in delivery. Check your server and its connection.`,
  source: msg`Most problems started at the venue. Check the encoder and its connection.`,
  unknown: msg`The cause of most problems is unknown.`,
}

/** Whose side stalls and failures were on: a bar in parts, and what it means in a sentence. */
export function FaultSources({ sides }: { sides: readonly FaultSourceRow[] }) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const write = useFormatters()
  const rows = SOURCE_ORDER.map(
    side => sides.find(each => each.side === side) ?? { side, stalls: 0, seconds: 0, failures: 0 },
  )
  const times = ({ stalls, failures }: FaultSourceRow) => stalls + failures
  const all = rows.reduce((sum, row) => sum + times(row), 0)
  const most = rows.reduce((first, row) => (times(row) > times(first) ? row : first))
  const title = t`Where problems came from`
  return (
    <figure className="panel chart-panel" aria-label={title}>
      <figcaption className="chart-panel__head">
        <div className="stack stack--2">
          <h3 className="chart-panel__title">{title}</h3>
          <p className="muted">{all > 0 ? _(EXPLANATIONS[most.side]) : t`No stalls or failures.`}</p>
        </div>
      </figcaption>
      {all > 0 ? (
        <div className="fault-sources" aria-hidden="true">
          {rows
            .filter(row => times(row) > 0)
            .map(row => (
              <span
                key={row.side}
                className={`fault-sources__part fault-source fault-source--${row.side}`}
                style={{ flexGrow: times(row) }}
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
                  <strong>{write.share(all > 0 ? times(row) / all : 0)}</strong>
                </td>
                <td data-label={t`Stalls`}>{write.count(row.stalls)}</td>
                <td data-label={t`Seconds`}>{write.count(row.seconds)}</td>
                <td data-label={t`Failures`}>{write.count(row.failures)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}
