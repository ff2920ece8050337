import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { saveBlob } from '@/shared/saveBlob'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { DetailList } from '@/shared/studio/DetailList'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { TableHead } from '@/shared/ui/TableHead'
import { useBilling } from '../../../context'
import { studioSharesStore } from '../../../stores/StudioSharesStore'
import type { CurrencyStatements, PartyStatement, ShareMonth } from '../../../studioSharesApi'
import { TextButton } from '../../TextButton'
import { useShareLabels } from './useShareLabels'

/** The statements of a month in one currency: the sums of the ledger, and what each party gets. */
export const ShareStatements = observer(function ShareStatements({
  month,
  group,
}: {
  month: ShareMonth
  group: CurrencyStatements
}) {
  const { t } = useLingui()
  const { money } = useShareLabels()
  const [paying, setPaying] = useState<PartyStatement | null>(null)
  const { currency } = group
  const headings = [t`Party`, t`Earned`, t`Carried over`, t`To pay out`, t`Statement`, t`Payout`]
  return (
    <section className="stack" aria-label={currency}>
      <DetailList
        rows={[
          [t`Charges`, money(group.charges, currency)],
          [t`Refunds`, money(group.refunds, currency)],
          [t`Disputes`, money(group.disputes, currency)],
          [t`Taxes`, money(group.taxes, currency)],
          [t`Payment provider’s fees`, money(group.fees, currency)],
          [t`Net revenue`, <strong key="net">{money(group.net, currency)}</strong>],
          [t`Stays with the channel`, money(group.channel_share, currency)],
        ]}
      />
      {group.parties.length ? (
        <table className="table">
          <TableHead headings={headings} />
          <tbody>
            {group.parties.map(statement => (
              <tr key={statement.key}>
                <td data-label={headings[0]}>
                  <strong>{statement.name}</strong>
                </td>
                <td data-label={headings[1]} className="tabular-nums">
                  {money(statement.earned, currency)}
                </td>
                <td data-label={headings[2]} className="tabular-nums">
                  {money(statement.carried, currency)}
                </td>
                <td data-label={headings[3]} className="tabular-nums">
                  {money(statement.payable, currency)}
                </td>
                <td data-label={headings[4]}>
                  <span className="cluster">
                    <StatementButton month={month.month} party={statement.key} kind="pdf" />
                    <StatementButton month={month.month} party={statement.key} kind="csv" />
                  </span>
                </td>
                <td data-label={headings[5]}>
                  <PayoutCell month={month} statement={statement} onPay={() => setPaying(statement)} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      {paying ? (
        <PayoutDialog month={month} currency={currency} statement={paying} onClose={() => setPaying(null)} />
      ) : null}
    </section>
  )
})

function PayoutCell({
  month,
  statement: { payout, payable },
  onPay,
}: {
  month: ShareMonth
  statement: PartyStatement
  onPay: () => void
}) {
  if (payout?.status === 'sent')
    return (
      <Badge tone="success">
        <Trans>Paid out</Trans>
      </Badge>
    )
  if (!month.closed_at || !month.can_pay_out || Number(payable) <= 0) return '–'
  return (
    <span className="stack stack--1">
      {payout?.failure ? <span className="muted">{payout.failure}</span> : null}
      <Button kind="outline" aria-haspopup="dialog" onClick={onPay}>
        {payout ? <Trans>Try again</Trans> : <Trans>Pay out</Trans>}
      </Button>
    </span>
  )
}

const PayoutDialog = observer(function PayoutDialog({
  month,
  currency,
  statement,
  onClose,
}: {
  month: ShareMonth
  currency: string
  statement: PartyStatement
  onClose: () => void
}) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioSharesStore)
  const { money } = useShareLabels()
  const [sum, name] = [money(statement.payable, currency), statement.name]
  function close() {
    store.clearForms()
    onClose()
  }
  return (
    <ConfirmDialog
      form={store.actionForm}
      title={t`Pay out ${sum}?`}
      description={
        <Trans>
          Stripe transfers {sum} from the channel’s balance to {name}.
        </Trans>
      }
      action={<Trans>Pay out {sum}</Trans>}
      onConfirm={() =>
        void store.payOut(month.month, statement.key, currency).then(isSent => isSent && close())
      }
      onClose={close}
    />
  )
})

function StatementButton({ month, party, kind }: { month: string; party: string; kind: 'pdf' | 'csv' }) {
  const { t } = useLingui()
  const billing = useBilling()
  const { api } = billing.resolve(studioSharesStore)
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      saveBlob(await api.statement(month, party, kind), `${party}-${month}.${kind}`)
    } catch {
      billing.shell.toasts.show(t`The statement could not be loaded. Please try again.`, { type: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <TextButton busy={busy} onClick={() => void save()}>
      {kind === 'pdf' ? 'PDF' : 'CSV'}
    </TextButton>
  )
}
