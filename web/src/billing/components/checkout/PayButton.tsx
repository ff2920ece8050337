import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useContext, useId } from 'react'
import { Link } from 'react-router'
import { LinkableContext } from '@/shared/contexts/linkable'
import { formatMoney } from '@/shared/format/money'
import { useOnline } from '@/shared/hooks/useOnline'
import { useErrorMessage } from '@/shared/http/errorMessages'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'

const TERMS_PATH = '/terms_conditions'

/** The Pay button, with the refusal above it and the terms below it. */
export const PayButton = observer(function PayButton({ onPay }: { onPay: () => void }) {
  const { t, i18n } = useLingui()
  const getErrorMessage = useErrorMessage()
  const isOnline = useOnline()
  const errorId = useId()
  const checkout = useBilling().resolve(checkoutStore)
  const { selection, payment, coupon, total } = checkout
  const { item, trialDays } = selection
  const amount = formatMoney(total, item?.currency ?? null, i18n.locale)
  return (
    <>
      <FormError
        id={errorId}
        message={payment.errorMessage === null ? null : getErrorMessage(payment.errorMessage)}
      />
      {isOnline ? null : (
        <p className="hint" role="status">
          <Trans>You’re offline. Reconnect to pay.</Trans>
        </p>
      )}
      <Button
        kind="primary"
        size="l"
        block
        busy={payment.isBusy || coupon.form.isBusy}
        aria-describedby={payment.errorMessage === null ? undefined : errorId}
        aria-disabled={isOnline ? undefined : true}
        onClick={() => isOnline && onPay()}
      >
        {trialDays > 0
          ? plural(trialDays, { one: 'Start #-day free trial', other: 'Start #-day free trial' })
          : t`Pay ${amount}`}
      </Button>
      <PaymentTerms />
    </>
  )
})

/** The refund terms of codes, or else of the channel (`texts.yaml`). */
function useRefundTerms(): string {
  const { t } = useLingui()
  const billing = useBilling()
  const { gift, isGift, selection } = billing.resolve(checkoutStore)
  if (isGift && gift.kind === 'gift')
    return t`You can cancel the gift for a full refund until it is redeemed.`
  if (isGift) return t`You can cancel codes and get their price back until they are redeemed.`
  const policy = billing.shell.channel.text('refund_policy')
  if (policy) return policy
  return selection.item?.renews
    ? t`All sales are final. You can cancel the renewal at any time.`
    : t`All sales are final.`
}

/** The refund terms and the link to the terms and conditions. */
const PaymentTerms = observer(function PaymentTerms() {
  const isLinkable = useContext(LinkableContext)
  const policy = useRefundTerms()
  if (!isLinkable(TERMS_PATH)) {
    return (
      <p className="hint">
        {policy} <Trans>By paying, you accept the terms and conditions.</Trans>
      </p>
    )
  }
  return (
    <p className="hint">
      {policy}{' '}
      <Trans>
        By paying, you accept the{' '}
        <Link className="link" to={TERMS_PATH} target="_blank">
          terms and conditions
        </Link>
        .
      </Trans>
    </p>
  )
})
