import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { TableHead } from '@/shared/ui/TableHead'
import { useBilling } from '../../../context'
import { studioSharesStore } from '../../../stores/StudioSharesStore'
import type { ShareMonth, ShareRule } from '../../../studioSharesApi'
import { TextButton } from '../../TextButton'
import { useShareLabels } from './useShareLabels'

interface Props {
  month: ShareMonth
  onChange: () => void
}

/** All rules, with a button that opens the form of the rule that follows the last one of a share. */
export const ShareRules = observer(function ShareRules({ month, onChange }: Props) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const labels = useShareLabels()
  const headings = [t`Party`, t`Share of`, t`From`, t`Share`]
  const nameOf = (key: string) => month.parties.find(party => party.key === key)?.name ?? key
  function change(rule: ShareRule) {
    store.changeRule(rule)
    onChange()
  }
  return (
    <section className="stack" aria-label={t`Rules`}>
      <h2 className="display h3">
        <Trans>Rules</Trans>
      </h2>
      <table className="table">
        <TableHead headings={headings}>
          <th scope="col" />
        </TableHead>
        <tbody>
          {month.rules.map(rule => {
            const name = nameOf(rule.party)
            return (
              <tr key={`${rule.party} ${rule.basis} ${rule.month}`}>
                <td data-label={headings[0]}>{name}</td>
                <td data-label={headings[1]}>{labels.bases[rule.basis]}</td>
                <td data-label={headings[2]}>{labels.month(rule.month)}</td>
                <td data-label={headings[3]} className="tabular-nums">
                  {rule.amount !== null && rule.currency
                    ? labels.money(rule.amount, rule.currency)
                    : labels.percent(rule.percent)}
                </td>
                <td>
                  {isLast(rule, month.rules) ? (
                    <TextButton onClick={() => change(rule)}>
                      <Trans>
                        Change<span className="sr-only"> the share of {name}</span>
                      </Trans>
                    </TextButton>
                  ) : null}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
})

/** Return whether no later rule of the same party and basis follows. */
const isLast = (rule: ShareRule, rules: readonly ShareRule[]) =>
  !rules.some(other => other.party === rule.party && other.basis === rule.basis && other.month > rule.month)
