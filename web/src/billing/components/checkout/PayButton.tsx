import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useContext, useId } from 'react'
import { Link } from 'react-router'
import { money } from '@/shared/format/money'
import { useOnline } from '@/shared/hooks/useOnline'
import { useSentence } from '@/shared/http/sentences'
import { LeadsSomewhere } from '@/shared/leadsSomewhere'
import { Button } from '@/shared/ui/Button'
import { FormError } from '@/shared/ui/FormError'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'

const TERMS = '/terms_conditions'

/** The button that pays, what it says, and what it means. */
export const PayButton = observer(function PayButton({ onPay }: { onPay: () => void }) {
  const { t, i18n } = useLingui()
  const say = useSentence()
  const online = useOnline()
  const refusal = useId()
  const checkout = useBilling().bring(checkoutStore)
  const { selection, payment, coupon, total } = checkout
  const { choice, trialDays } = selection
  const amount = money(total, choice?.currency ?? null, i18n.locale)
  return (
    <>
      <FormError id={refusal} sentence={payment.refusal === null ? null : say(payment.refusal)} />
      {online ? null : (
        <p className="hint" role="status">
          <Trans>You are offline. You can pay when you are connected again.</Trans>
        </p>
      )}
      <Button
        kind="primary"
        size="l"
        block
        busy={payment.busy || coupon.form.busy}
        aria-describedby={payment.refusal === null ? undefined : refusal}
        aria-disabled={online ? undefined : true}
        onClick={() => online && onPay()}
      >
        {trialDays > 0
          ? plural(trialDays, { one: 'Start # day free', other: 'Start # days free' })
          : t`Pay ${amount}`}
      </Button>
      <Terms />
    </>
  )
})

/** The refund policy of the channel (`texts.yaml`), and the terms. */
function Terms() {
  const leads = useContext(LeadsSomewhere)
  const { t } = useLingui()
  const policy = useBilling().shell.channel.text('refund_policy') ?? t`All sales are final.`
  if (!leads(TERMS)) {
    return (
      <p className="hint">
        {policy} <Trans>By paying you accept the terms and conditions.</Trans>
      </p>
    )
  }
  return (
    <p className="hint">
      {policy}{' '}
      <Trans>
        By paying you accept the{' '}
        <Link className="link" to={TERMS} target="_blank">
          terms and conditions
        </Link>
        .
      </Trans>
    </p>
  )
}
