import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Button } from '@/shared/ui/Button'
import { TextField } from '@/shared/ui/Field'
import { useBilling } from '../../context'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import type { StudioOrder } from '../../studioOrdersApi'
import { RefundDialog } from './RefundDialog'
import { useStudioOrderLabels } from './useStudioOrderLabels'

/** What operators can do about an order. Actions that change money or access ask first. */
export const OrderActions = observer(function OrderActions({ order }: { order: StudioOrder }) {
  const { t } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(studioOrdersStore)
  const formatError = useErrorMessage()
  const { productOf, buyerOf, lastDay } = useStudioOrderLabels()
  const [open, setOpen] = useState<'refund' | 'revoke' | 'extend' | null>(null)
  const [viewer, product] = [buyerOf(order), productOf(order)]
  const end = order.expires_at ? lastDay(order.expires_at) : ''
  const isOpen = order.status === 'paid' && order.ended_at === null

  function close() {
    setOpen(null)
    store.clearForms()
  }
  async function run(action: Promise<boolean>, message: string) {
    if (!(await action)) return
    close()
    billing.shell.toasts.show(message, { type: 'success' })
  }
  async function resend() {
    if (await store.resendReceipt(order.id)) {
      billing.shell.toasts.show(t`The receipt is on its way to ${viewer}`, { type: 'success' })
    } else if (store.actionForm.errorMessage) {
      billing.shell.toasts.show(formatError(store.actionForm.errorMessage), { type: 'error' })
    }
  }

  return (
    <>
      {order.viewer && order.status !== 'created' && order.status !== 'failed' ? (
        <Button icon="mail" busy={open === null && store.actionForm.isBusy} onClick={() => void resend()}>
          <Trans>Resend receipt</Trans>
        </Button>
      ) : null}
      {order.can_extend && order.viewer ? (
        <Button aria-haspopup="dialog" onClick={() => setOpen('extend')}>
          <Trans>Extend</Trans>
        </Button>
      ) : null}
      {isOpen ? (
        <Button aria-haspopup="dialog" onClick={() => setOpen('revoke')}>
          <Trans>Revoke access</Trans>
        </Button>
      ) : null}
      {order.has_payment && order.status === 'paid' ? (
        <Button kind="danger" aria-haspopup="dialog" onClick={() => setOpen('refund')}>
          <Trans>Refund</Trans>
        </Button>
      ) : null}
      {open === 'refund' ? (
        <RefundDialog
          order={order}
          onClose={close}
          onConfirm={() => void run(store.refund(order.id), t`Refund sent to ${viewer}`)}
        />
      ) : null}
      {open === 'revoke' ? (
        <ConfirmDialog
          form={store.actionForm}
          danger
          title={t`Revoke access?`}
          description={t`${viewer} loses access to ${product} at once and is not charged again. This refunds nothing.`}
          action={<Trans>Revoke access</Trans>}
          onClose={close}
          onConfirm={() => void run(store.revoke(order.id), t`${viewer} no longer has access`)}
        />
      ) : null}
      {open === 'extend' && order.expires_at ? (
        <ConfirmDialog
          form={store.extendForm}
          title={t`Extend access`}
          description={t`The access of ${viewer} to ${product} ends after ${end}.`}
          action={<Trans>Extend</Trans>}
          disabled={!store.extendForm.values.until}
          onClose={close}
          onConfirm={() => void run(store.extend(order.id), t`Access extended`)}
        >
          <TextField
            label={t`New last day`}
            type="date"
            min={order.expires_at.slice(0, 10)}
            value={store.extendForm.values.until}
            onChange={event => store.extendForm.change('until', event.target.value)}
          />
        </ConfirmDialog>
      ) : null}
    </>
  )
})
