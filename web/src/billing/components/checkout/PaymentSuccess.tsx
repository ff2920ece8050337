import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { formatMoney } from '@/shared/format/money'
import { useStartText } from '@/shared/hooks/useStartText'
import { LinkButton } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import { formatDay, formatLastDay } from '../../dates'
import type { BuyableEvent, Order } from '../../model'
import { checkoutStore } from '../../stores/CheckoutStore'
import { eventListPath, giftsPath } from '../../watchPaths'
import { useDateOptions } from '../useDateOptions'
import { ResultPanel } from './ResultPanel'
import { OrdersLink, WatchLink } from './resultActions'

/** The outcome of a paid order: what the viewer can watch now, and the address of the receipt email. */
export const PaymentSuccess = observer(function PaymentSuccess({ order }: { order: Order }) {
  const { t } = useLingui()
  const { selection } = useBilling().resolve(checkoutStore)
  const hasEvents = useBilling().shell.channel.categories.length > 0
  const { event_id } = order.product
  // A continued payment can be for another event than the one in the URL.
  const event = event_id === null || event_id === selection.event?.id ? selection.event : null
  if (order.type === 'donation') {
    return (
      <ResultPanel kind="success" title={t`Thank you for your donation`} actions={<OrdersLink />}>
        <p>
          <Trans>A donation gives no access.</Trans>
        </p>
        <ReceiptNote order={order} />
      </ResultPanel>
    )
  }
  return (
    <ResultPanel
      kind="success"
      title={t`You’re all set`}
      actions={
        <>
          {order.voucher_count > 0 ? (
            <LinkButton kind="primary" to={giftsPath(order)}>
              <Trans>View codes</Trans>
            </LinkButton>
          ) : (
            <WatchLink event={event?.id ?? event_id} to={hasEvents ? watchPath(order) : '/vod_library'} />
          )}
          <OrdersLink />
        </>
      }
    >
      <p>
        <PurchasedItem order={order} event={event} />
      </p>
      <ReceiptNote order={order} />
    </ResultPanel>
  )
})

/** Return the path to the content of an order. A subscription opens everything, so it leads to the home page. */
function watchPath({ type, product }: Order): string {
  if (type === 'subscription') return '/'
  return eventListPath(product, product.participant_id === null ? undefined : { id: product.participant_id })
}

function PurchasedItem({ order, event }: { order: Order; event: BuyableEvent | null }) {
  const { i18n } = useLingui()
  const dateOptions = useDateOptions()
  const startText = useStartText()
  const { name } = order.product
  if (order.voucher_count > 1) {
    return <Trans>Your codes are paid: {name}. Pass them on. You don’t get access yourself.</Trans>
  }
  if (order.voucher_count > 0) {
    return <Trans>Your gift is paid: {name}. We send its code by email. You don’t get access yourself.</Trans>
  }
  const day = (instant: string) => formatDay(instant, dateOptions)
  if (order.type === 'event' && event?.stream_status === 'upcoming') {
    const when = startText(event)
    return (
      <Trans>
        You have {name}. Starts {when}.
      </Trans>
    )
  }
  if (order.trial_days > 0 && order.renews_at) {
    const amount = formatMoney(order.price, order.currency, i18n.locale)
    return (
      <Trans>
        You have {name}. Your free trial ends on {day(order.renews_at)}. You’ll then be charged {amount},
        unless you cancel first.
      </Trans>
    )
  }
  if (order.type === 'subscription' && order.renews_at) {
    return (
      <Trans>
        You have {name}. It renews on {day(order.renews_at)}. You can cancel anytime in your profile.
      </Trans>
    )
  }
  if (order.expires_at) {
    return (
      <Trans>
        You have {name} until {formatLastDay(order.expires_at, dateOptions)}.
      </Trans>
    )
  }
  return <Trans>You have {name}.</Trans>
}

/** The note about the receipt email. Without a charge there is no receipt. */
function ReceiptNote({ order }: { order: Order }) {
  const { email } = useBilling().shell.viewer
  if (Number(order.total) === 0 || !email) return null
  return (
    <p className="muted">
      <Trans>We’re sending a receipt to {email}.</Trans>
    </p>
  )
}
