import { Trans, useLingui } from '@lingui/react/macro'
import { Elements } from '@stripe/react-stripe-js'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { CheckoutForm } from '../components/checkout/CheckoutForm'
import { CheckoutOutcome, hasOutcome } from '../components/checkout/CheckoutOutcome'
import { CheckoutSkeleton } from '../components/checkout/CheckoutSkeleton'
import { NotForSale } from '../components/plans/NotForSale'
import { useBilling } from '../context'
import { checkoutStore } from '../stores/CheckoutStore'
import { stripeStore } from '../stores/StripeStore'

/** `/buy?event_id&single_event_package_id&package_id&participant_id&subscription_id&type`: the checkout page (§2). */
export default observer(function Buy() {
  const { t } = useLingui()
  const { search } = useLocation()
  const billing = useBilling()
  const checkout = billing.resolve(checkoutStore)
  const stripe = billing.resolve(stripeStore)
  const acceptsPayments = billing.shell.channel.payments !== null
  useDocumentTitle(t`Checkout`)
  useEffect(() => {
    if (!acceptsPayments) return
    void checkout.open(search)
    void stripe.load()
    return () => checkout.leave()
  }, [checkout, stripe, search, acceptsPayments])

  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Checkout</Trans>
        </h1>
      </div>
      {acceptsPayments ? <Checkout /> : <PaymentsDisabled />}
    </div>
  )
})

const Checkout = observer(function Checkout() {
  const billing = useBilling()
  const { payment } = billing.resolve(checkoutStore)
  const { stripe, locale } = billing.resolve(stripeStore)
  const showsOutcome = hasOutcome(payment)
  return (
    <>
      {showsOutcome ? <CheckoutOutcome /> : null}
      <Elements stripe={stripe} options={{ locale }}>
        <CheckoutContent hidden={showsOutcome} />
      </Elements>
    </>
  )
})

/** The form, or the reason why there is none. It stays mounted during a payment, because it holds the typed card. */
const CheckoutContent = observer(function CheckoutContent({ hidden }: { hidden: boolean }) {
  const { t } = useLingui()
  const { selection } = useBilling().resolve(checkoutStore)
  const { item, teams, event, search, hasAccess } = selection
  const { kind } = selection.lookup.state
  // The viewer cannot buy a team pass until its teams load.
  const lacksTeams = item?.requiresTeam && teams.length === 0 && (kind === 'loading' || kind === 'failed')
  const isSold = item && !hasAccess && event?.access_reason !== 'geo_blocked'
  if (isSold && !lacksTeams) return <CheckoutForm hidden={hidden} />
  if (hidden) return null
  if (kind === 'failed') {
    return <ErrorState title={t`Your purchase could not be loaded`} onRetry={() => void selection.load()} />
  }
  if (kind === 'loading' || search === null) return <CheckoutSkeleton />
  return event ? <NotForSale event={event} /> : <NothingForSale />
})

/** The notice that the URL names no offer on sale. */
function NothingForSale() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="ticket"
      title={t`Nothing to buy here`}
      actions={
        <LinkButton kind="primary" to="/packages">
          <Trans>View passes</Trans>
        </LinkButton>
      }
    >
      <Trans>This item is not on sale. Choose another pass.</Trans>
    </EmptyState>
  )
}

function PaymentsDisabled() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="lock"
      title={t`Purchases are unavailable`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Go to home page</Trans>
        </LinkButton>
      }
    >
      <Trans>Payments are turned off on this site. You can still watch what you already bought.</Trans>
    </EmptyState>
  )
}
