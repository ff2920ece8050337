import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Loaded } from '@/shared/studio/Loaded'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import type { StudioOrder, StudioVoucher } from '../../studioOrdersApi'
import { VoucherStateText } from '../orders/GiftCard'
import { VoucherRefundDialog } from '../orders/VoucherRefundDialog'
import '@/shared/ui/Panel.css'

const isOpen = ({ state }: StudioVoucher) => ['scheduled', 'sent', 'ready'].includes(state)

/** The codes of an order: who redeemed them, and what operators can do about the others. */
export const OrderVouchers = observer(function OrderVouchers({ order }: { order: StudioOrder }) {
  const { t } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(studioOrdersStore)
  const [refunded, setRefunded] = useState<readonly number[] | null>(null)
  const [sent, setSent] = useState<{ number: number; email: string } | null>(null)
  const load = useCallback(() => void store.loadVouchers(order.id), [store, order.id])
  useEffect(load, [load])
  const openNumbers = (store.vouchers.value ?? []).filter(isOpen).map(({ number }) => number)

  function close() {
    setRefunded(null)
    setSent(null)
    store.clearForms()
  }
  async function send() {
    if (!sent || !(await store.sendVoucher(order.id, sent.number, sent.email.trim()))) return
    close()
    billing.shell.toasts.show(t`The code will be sent within a minute`, { type: 'success' })
  }

  return (
    <section className="panel stack">
      <div className="spread">
        <h2 className="display h3">
          <Trans>Codes</Trans>
        </h2>
        {openNumbers.length > 1 ? (
          <Button size="s" aria-haspopup="dialog" onClick={() => setRefunded(openNumbers)}>
            <Trans>Cancel and refund</Trans>
          </Button>
        ) : null}
      </div>
      <Loaded source={store.vouchers} errorTitle={t`The codes could not be loaded`} onRetry={load}>
        {vouchers => (
          <ol className="stack">
            {vouchers.map(voucher => (
              <li key={voucher.number} className="stack stack--2">
                <VoucherStateText voucher={voucher} />
                <Redeemer voucher={voucher} />
                {isOpen(voucher) ? (
                  <div className="actions">
                    <Button
                      size="s"
                      aria-haspopup="dialog"
                      onClick={() => setSent({ number: voucher.number, email: voucher.email ?? '' })}
                    >
                      {voucher.email ? <Trans>Send again</Trans> : <Trans>Send by email</Trans>}
                    </Button>
                    <Button size="s" aria-haspopup="dialog" onClick={() => setRefunded([voucher.number])}>
                      <Trans>Cancel and refund</Trans>
                    </Button>
                  </div>
                ) : null}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {refunded ? (
        <VoucherRefundDialog
          order={order}
          numbers={refunded}
          busy={store.actionForm.isBusy}
          errorMessage={store.actionForm.errorMessage}
          onRefund={numbers => store.refundVouchers(order.id, numbers)}
          onClose={close}
        />
      ) : null}
      {sent ? (
        <ConfirmDialog
          form={store.actionForm}
          title={t`Send the code`}
          description={t`A new address gets a new code, and the old code stops working.`}
          action={<Trans>Send now</Trans>}
          disabled={!sent.email.trim()}
          onClose={close}
          onConfirm={() => void send()}
        >
          <TextField
            label={t`Recipient’s email`}
            type="email"
            value={sent.email}
            onChange={event => setSent({ ...sent, email: event.target.value })}
          />
        </ConfirmDialog>
      ) : null}
    </section>
  )
})

function Redeemer({ voucher: { state, redeemed_by, redeemed_order_id } }: { voucher: StudioVoucher }) {
  const { t } = useLingui()
  if (state !== 'redeemed') return null
  return (
    <p className="hint">
      {redeemed_by ? (
        <Link className="link" to={`/studio/viewers/${redeemed_by.id}`}>
          {redeemed_by.name ? `${redeemed_by.name}, ${redeemed_by.email}` : redeemed_by.email}
        </Link>
      ) : (
        t`Closed account`
      )}{' '}
      <Link className="link" to={`/studio/orders/${redeemed_order_id}`}>
        <Trans>Order {redeemed_order_id}</Trans>
      </Link>
    </p>
  )
}
