import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { useLingui as useMacro } from '@lingui/react/macro'
import type { Side, SideRow } from '../../reports'
import { SIDE_NAMES } from './useWords'
import { useWrite } from './useWrite'

const ORDER: readonly Side[] = ['viewer', 'delivery', 'source', 'unknown']

/** What it means where most are on one side, and who can mend it. */
const MEANS: Record<Side, MessageDescriptor> = {
  viewer: msg`Most were on the lines of single viewers: there is little that you can mend.`,
  delivery: msg`Most were in delivery: have a look at your server and its line.`,
  source: msg`Most came from the place of the game: have a look at the encoder and its line.`,
  unknown: msg`Of most it is not known whose side they were on.`,
}

/** Whose side stalls and failures were on: a bar in parts, and what it means in a sentence. */
export function Sides({ sides }: { sides: readonly SideRow[] }) {
  const { _ } = useLingui()
  const { t } = useMacro()
  const write = useWrite()
  const rows = ORDER.map(
    side => sides.find(each => each.side === side) ?? { side, stalls: 0, seconds: 0, failures: 0 },
  )
  const times = ({ stalls, failures }: SideRow) => stalls + failures
  const all = rows.reduce((sum, row) => sum + times(row), 0)
  const most = rows.reduce((first, row) => (times(row) > times(first) ? row : first))
  const title = t`Whose side it was`
  return (
    <figure className="panel plot" aria-label={title}>
      <figcaption className="plot__head">
        <div className="stack stack--2">
          <h3 className="plot__title">{title}</h3>
          <p className="muted">
            {all > 0 ? _(MEANS[most.side]) : t`Nothing stood still, and nothing failed.`}
          </p>
        </div>
      </figcaption>
      {all > 0 ? (
        <div className="sides" aria-hidden="true">
          {rows
            .filter(row => times(row) > 0)
            .map(row => (
              <span
                key={row.side}
                className={`sides__part side side--${row.side}`}
                style={{ flexGrow: times(row) }}
              />
            ))}
        </div>
      ) : null}
      <div className="plot__table sides__table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t`Side`}</th>
              <th scope="col">{t`Of all`}</th>
              <th scope="col">{t`Stalls`}</th>
              <th scope="col">{t`Seconds`}</th>
              <th scope="col">{t`Failures`}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row.side}>
                <th scope="row">
                  <span className="sides__name">
                    <span className={`side side--${row.side}`} aria-hidden="true" />
                    {_(SIDE_NAMES[row.side])}
                  </span>
                </th>
                <td data-label={t`Of all`}>
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
