import { Trans, useLingui } from '@lingui/react/macro'
import { Elements } from '@stripe/react-stripe-js'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useTitle } from '@/shared/hooks/useTitle'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { CheckoutForm } from '../components/checkout/CheckoutForm'
import { CheckoutSkeleton } from '../components/checkout/CheckoutSkeleton'
import { hasOutcome, Outcome } from '../components/checkout/Outcome'
import { NoWay } from '../components/plans/NoWay'
import { useBilling } from '../context'
import { checkoutStore } from '../stores/CheckoutStore'
import { stripeStore } from '../stores/StripeStore'

/** `/buy?event_id&single_event_package_id&package_id&participant_id&subscription_id&type`: the purchase (§2). */
export default observer(function Buy() {
  const { t } = useLingui()
  const { search } = useLocation()
  const billing = useBilling()
  const checkout = billing.bring(checkoutStore)
  const stripe = billing.bring(stripeStore)
  const sells = billing.shell.channel.payments !== null
  useTitle(t`Checkout`)
  useEffect(() => {
    if (!sells) return
    void checkout.open(search)
    void stripe.load()
    return () => checkout.leave()
  }, [checkout, stripe, search, sells])

  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Checkout</Trans>
        </h1>
      </div>
      {sells ? <Checkout /> : <PaymentsOff />}
    </div>
  )
})

const Checkout = observer(function Checkout() {
  const billing = useBilling()
  const { payment } = billing.bring(checkoutStore)
  const { stripe, locale } = billing.bring(stripeStore)
  const over = hasOutcome(payment)
  return (
    <>
      {over ? <Outcome /> : null}
      <Elements stripe={stripe} options={{ locale }}>
        <OnSale hidden={over} />
      </Elements>
    </>
  )
})

/** The form, or why there is none. It stays while its purchase is under way: it holds the card that was typed. */
const OnSale = observer(function OnSale({ hidden }: { hidden: boolean }) {
  const { t } = useLingui()
  const { selection } = useBilling().bring(checkoutStore)
  const { choice, teams, event, busy, error, search, isOpen } = selection
  // A team pass cannot be bought before its teams are there to choose from.
  const lacksTeams = choice?.forTeam && teams.length === 0 && (busy || error !== null)
  const isSold = choice && !isOpen && event?.access_reason !== 'geo_blocked'
  if (isSold && !lacksTeams) return <CheckoutForm hidden={hidden} />
  if (hidden) return null
  if (error) {
    return (
      <ErrorState
        title={t`What you want to buy did not load`}
        busy={busy}
        onRetry={() => void selection.load()}
      />
    )
  }
  if (busy || search === null) return <CheckoutSkeleton />
  return event ? <NoWay event={event} /> : <Nothing />
})

/** The address names nothing that is sold, or not any more. */
function Nothing() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="ticket"
      title={t`There is nothing to buy here`}
      actions={
        <LinkButton kind="primary" to="/packages">
          <Trans>See passes</Trans>
        </LinkButton>
      }
    >
      <Trans>What this address names is not on sale, or not any more.</Trans>
    </EmptyState>
  )
}

function PaymentsOff() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="lock"
      title={t`Nothing can be bought at the moment`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Go to the home page</Trans>
        </LinkButton>
      }
    >
      <Trans>Payments are switched off on this site. What you hold already stays open.</Trans>
    </EmptyState>
  )
}
