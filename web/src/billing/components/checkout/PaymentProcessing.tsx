import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatMoney } from '@/shared/format/money'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import type { PaymentAttempt } from '../../stores/PaymentAttempts'
import { ResultPanel } from './ResultPanel'
import { OrdersLink } from './resultActions'

/** The notice during the payment (§4). The viewer must wait and not leave the page. */
export const PaymentProcessing = observer(function PaymentProcessing({
  attempt,
  isPending,
}: {
  attempt: PaymentAttempt | null
  isPending: boolean
}) {
  const { t, i18n } = useLingui()
  const checkout = useBilling().resolve(checkoutStore)
  const { item, trialDays } = checkout.selection
  const currency = attempt?.currency ?? item?.currency ?? null
  const amount = formatMoney(attempt?.total ?? checkout.total, currency, i18n.locale)
  const isTrial = attempt ? attempt.trial : trialDays > 0
  return (
    <ResultPanel
      kind="pending"
      title={isTrial ? t`Starting your free trial` : t`Processing payment of ${amount}`}
    >
      <p className="muted">
        <Trans>Please do not refresh or close this page. This takes a few seconds.</Trans>
      </p>
      {isPending ? (
        <p>
          <Trans>
            Your payment is taking longer than usual. Your order is safe, and you won’t be charged twice.
          </Trans>
        </p>
      ) : null}
    </ResultPanel>
  )
})

/** The notice that the viewer must confirm the payment with the bank (3-D Secure). */
export const BankAuthentication = observer(function BankAuthentication() {
  const { t } = useLingui()
  const { payment } = useBilling().resolve(checkoutStore)
  return (
    <ResultPanel
      kind="question"
      title={t`Confirm with your bank`}
      actions={
        <>
          <Button kind="primary" onClick={() => void payment.retry()}>
            <Trans>Reopen bank confirmation</Trans>
          </Button>
          <Button onClick={() => payment.changeCard()}>
            <Trans>Pay with another card</Trans>
          </Button>
        </>
      }
    >
      <p className="muted">
        <Trans>
          Confirm the payment in the window your bank opened. Please do not refresh or close this page. You
          won’t be charged until you confirm.
        </Trans>
      </p>
    </ResultPanel>
  )
})

/** The notice after a lost response. The viewer can check again without a second charge. */
export const PaymentUnconfirmed = observer(function PaymentUnconfirmed() {
  const { t } = useLingui()
  const { payment } = useBilling().resolve(checkoutStore)
  return (
    <ResultPanel
      kind="error"
      title={t`Payment not confirmed yet`}
      actions={
        <>
          <Button kind="primary" onClick={() => void payment.retry()}>
            <Trans>Check again</Trans>
          </Button>
          <OrdersLink />
          <Button kind="quiet" onClick={() => payment.dismiss()}>
            <Trans>Back to checkout</Trans>
          </Button>
        </>
      }
    >
      <p className="muted">
        <Trans>We couldn’t get the payment status. Check again. You won’t be charged twice.</Trans>
      </p>
    </ResultPanel>
  )
})
