import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { HttpError } from '@/shared/http/errors'
import { ConfirmDialog } from '@/shared/studio/ConfirmDialog'
import { Field, TextField } from '@/shared/ui/Field'
import { FormError } from '@/shared/ui/FormError'
import { useBilling } from '../../context'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import type { StudioOrder } from '../../studioOrdersApi'
import { useStudioOrderLabels } from './useStudioOrderLabels'

interface Props {
  order: StudioOrder
  onConfirm: () => void
  onClose: () => void
}

/** The dialog of a refund. It says who gets how much, and whether the access ends. */
export const RefundDialog = observer(function RefundDialog({ order, onConfirm, onClose }: Props) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOrdersStore)
  const { refundable, refundForm } = store
  const formatError = useErrorMessage()
  const { buyerOf, productOf, money, day } = useStudioOrderLabels()
  useEffect(() => void store.loadRefundable(order.id, null), [store, order.id])
  const payments = order.transactions.filter(({ kind, status }) => kind === 'charge' && status === 'paid')
  const available = refundable.value
  const entered = refundForm.values.amount.trim().replace(',', '.')
  const amount = entered || available?.amount
  const isFull = available !== null && Number(amount) === Number(available.amount) && payments.length === 1
  const [viewer, product] = [buyerOf(order), productOf(order)]
  const sum = available && amount && !Number.isNaN(Number(amount)) ? money(amount, available.currency) : ''
  const most = available ? money(available.amount, available.currency) : ''
  const { error } = refundable
  return (
    <ConfirmDialog
      form={refundForm}
      danger
      title={t`Refund ${viewer}?`}
      description={
        !available ? (
          <Trans>Asking the payment provider…</Trans>
        ) : isFull ? (
          <Trans>
            {viewer} gets {sum} back, loses access to {product}, and gets a credit note by email.
          </Trans>
        ) : (
          <Trans>
            {viewer} gets {sum} back, keeps access to {product}, and gets a credit note by email.
          </Trans>
        )
      }
      action={sum ? <Trans>Refund {sum}</Trans> : <Trans>Refund</Trans>}
      disabled={!sum}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {payments.length > 1 ? (
        <Field label={t`Payment`}>
          {ids => (
            <select
              {...ids}
              className="select"
              value={store.paymentId ?? ''}
              onChange={event => void store.loadRefundable(order.id, Number(event.target.value) || null)}
            >
              <option value="">{t`Latest payment`}</option>
              {payments.map(payment => (
                <option key={payment.id} value={payment.id}>
                  {day(payment.created_at)}, {money(payment.amount, payment.currency)}
                </option>
              ))}
            </select>
          )}
        </Field>
      ) : null}
      {available ? (
        <TextField
          label={t`Amount`}
          hint={t`At most ${most}`}
          inputMode="decimal"
          autoComplete="off"
          value={refundForm.values.amount}
          placeholder={available.amount}
          onChange={event => refundForm.change('amount', event.target.value)}
        />
      ) : null}
      {error ? (
        <FormError message={error instanceof HttpError ? formatError(error.errorMessage) : ''} />
      ) : null}
    </ConfirmDialog>
  )
})
