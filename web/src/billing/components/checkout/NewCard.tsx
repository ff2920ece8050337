import { Trans, useLingui } from '@lingui/react/macro'
import { CardCvcElement, CardExpiryElement, CardNumberElement } from '@stripe/react-stripe-js'
import { observer } from 'mobx-react-lite'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '@/shared/ui/Button'
import { Field } from '@/shared/ui/Field'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { stripeStore } from '../../stores/StripeStore'
import { stripeElementStyle } from './stripeElementStyle'
import type { CardEntry, CardField } from './useCardEntry'
import './NewCard.css'

/** The fields of a new card. The payment provider's frames contain them, so this page never receives the input. */
export const NewCard = observer(function NewCard({ entry }: { entry: CardEntry }) {
  const billing = useBilling()
  const stripe = billing.resolve(stripeStore)
  if (stripe.state.kind === 'failed') return <ProviderFailed />
  return (
    <>
      {stripe.stripe ? <CardFields entry={entry} /> : <CardFieldsSkeleton />}
      <SaveCardField />
    </>
  )
})

function CardFields({ entry }: { entry: CardEntry }) {
  const { t } = useLingui()
  const [style] = useState(stripeElementStyle)
  const { clear } = entry
  useEffect(() => clear, [clear])
  const classes = { focus: 'is-focus', invalid: 'is-invalid' }
  const propsOf = (field: CardField) => ({
    className: 'input card-field',
    onChange: entry.onChange,
    options: { style, classes, ...(field === 'cardNumber' ? { showIcon: true, disableLink: true } : {}) },
  })
  return (
    <div className="grid-2">
      <div className="card-number">
        <CardLabel label={t`Card number`} error={entry.errors.cardNumber}>
          <CardNumberElement {...propsOf('cardNumber')} />
        </CardLabel>
      </div>
      <CardLabel label={t`Expiry`} error={entry.errors.cardExpiry}>
        <CardExpiryElement {...propsOf('cardExpiry')} />
      </CardLabel>
      <CardLabel label={t`Security code`} error={entry.errors.cardCvc}>
        <CardCvcElement {...propsOf('cardCvc')} />
      </CardLabel>
    </div>
  )
}

/** The visible label of a card field. The payment provider's frame has its own label for screen readers. */
function CardLabel({ label, error, children }: { label: string; error?: string; children: ReactNode }) {
  return (
    <Field label={label} error={error}>
      {({ 'aria-invalid': invalid }) => <div data-invalid={invalid}>{children}</div>}
    </Field>
  )
}

const SaveCardField = observer(function SaveCardField() {
  const checkout = useBilling().resolve(checkoutStore)
  if (checkout.selection.item?.type === 'subscription') {
    return (
      <p className="hint">
        <Trans>Your card is saved so that your subscription can renew until you cancel.</Trans>
      </p>
    )
  }
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={checkout.shouldSaveCard}
        onChange={event => checkout.setSaveCard(event.target.checked)}
      />
      <span>
        <Trans>Save this card for next time</Trans>
      </span>
    </label>
  )
})

function CardFieldsSkeleton() {
  return (
    <div className="grid-2" aria-busy="true">
      <div className="card-number">
        <SkeletonLine height={74} />
      </div>
      <SkeletonLine height={74} />
      <SkeletonLine height={74} />
    </div>
  )
}

const ProviderFailed = observer(function ProviderFailed() {
  const stripe = useBilling().resolve(stripeStore)
  return (
    <div className="cluster" role="alert">
      <p className="hint">
        <Trans>The card fields could not be loaded. Check your connection and try again.</Trans>
      </p>
      <Button size="s" onClick={() => void stripe.load()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
})
