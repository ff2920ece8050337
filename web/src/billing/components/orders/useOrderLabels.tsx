import { useLingui } from '@lingui/react/macro'
import { timeZoneAbbreviation } from '@/shared/format/longDates'
import { useStartText } from '@/shared/hooks/useStartText'
import { Badge } from '@/shared/ui/Badge'
import { includedText } from '../../capabilityText'
import { useBilling } from '../../context'
import { formatDay, formatLastDay } from '../../dates'
import type { BuyableEvent, Order } from '../../model'
import { offSeasonText } from '../../offSeason'
import { isOnTrial, type OrderState, stateOf } from '../../orderState'
import { formatPrice, formatPriceWithPeriod } from '../../price'
import { useDateOptions } from '../useDateOptions'

/** A name and its value. */
type OrderDetail = readonly [name: string, value: string]
type Tone = 'success' | 'warning' | 'danger' | 'plain'

/** Return functions that create the labels of orders: state badges, details, dates and totals. */
export function useOrderLabels() {
  const { t, i18n } = useLingui()
  const { categories } = useBilling().shell.channel
  const dateOptions = useDateOptions()
  const { language } = dateOptions
  const startText = useStartText()
  const day = (instant: string) => formatDay(instant, dateOptions)
  const stateLabels: Record<OrderState, readonly [Tone, string]> = {
    pending: ['warning', t`Pending`],
    active: ['success', t({ message: 'Active', context: 'state of an order' })],
    paid: ['success', t({ message: 'Paid', context: 'state of an order' })],
    inactive: ['warning', t({ message: 'Inactive', context: 'state of an order' })],
    expired: ['plain', t({ message: 'Expired', context: 'state of an order' })],
    ended: ['plain', t({ message: 'Ended', context: 'state of an order' })],
    failed: ['danger', t({ message: 'Failed', context: 'state of an order' })],
    refunded: ['plain', t({ message: 'Refunded', context: 'state of an order' })],
  }

  const productStatusLabels: Record<Order['product_status'], readonly [Tone, string] | null> = {
    available: null,
    postponed: ['warning', t({ message: 'Postponed', context: 'state of an order' })],
    rescheduled: ['warning', t({ message: 'New date', context: 'state of an order' })],
    canceled: ['danger', t({ message: 'Canceled', context: 'state of an order' })],
    withdrawn: ['danger', t({ message: 'No longer available', context: 'state of an order' })],
  }

  /** Return when the order renews or ends. A renewal includes its price. */
  function termOf(order: Order): OrderDetail[] {
    const { product, auto_renewal, renews_at, expires_at, type } = order
    if (order.product_status === 'canceled' || order.product_status === 'withdrawn') return []
    const next = renews_at ?? expires_at
    if (isOnTrial(order) && next) {
      const end = day(next)
      const price = formatPriceWithPeriod({ ...order, period: product.period, renews: true }, i18n)
      return [
        [t`Free trial`, auto_renewal === 'cancelled' ? t`until ${end}` : t`until ${end}, then ${price}`],
      ]
    }
    if (auto_renewal === 'active' && next) {
      const { off_season: offSeason } = order
      return [
        [t`Renews`, `${day(next)}, ${formatPrice(order, i18n)}`],
        ...(offSeason ? [[t`Off-season`, offSeasonText(offSeason, i18n)] as const] : []),
      ]
    }
    if (!expires_at) return []
    const end = formatLastDay(expires_at, dateOptions)
    return [type === 'event' ? [t`Access`, t`until ${end}`] : [t`Ends`, end]]
  }

  function startOf(event: BuyableEvent): string {
    if (!event.is_time_known) return startText(event)
    return `${startText(event)} ${timeZoneAbbreviation(event.event_utc_ts * 1000, { language })}`
  }

  /** Return the details of an order as names and values. */
  function detailsOf(order: Order, event: BuyableEvent | null): OrderDetail[] {
    const { product, type } = order
    // On a channel without events, `watch` means only the library, so it gets no label.
    const capabilities = product.capabilities.filter(
      capability => capability !== 'watch' || categories.length > 0,
    )
    return [
      ...(event?.stream_status === 'upcoming' ? [[t`Starts`, startOf(event)] as const] : []),
      ...termOf(order),
      ...(product.participant_name ? [[t`Team`, product.participant_name] as const] : []),
      ...(type === 'donation' ? [[t`Includes`, t`Donation, no access`] as const] : []),
      ...(type === 'event' || type === 'donation' || capabilities.length === 0
        ? []
        : [[t`Includes`, includedText(capabilities, i18n)] as const]),
    ]
  }

  return {
    day,
    total: ({ total, currency }: Order) => formatPrice({ price: total, currency }, i18n),
    detailsOf,
    badgeOf: (order: Order) => {
      const [tone, label] = stateLabels[stateOf(order)]
      const change = productStatusLabels[order.product_status]
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {change ? <Badge tone={change[0]}>{change[1]}</Badge> : null}
          {order.refund_due ? <Badge tone="warning">{t`Refund pending`}</Badge> : null}
        </>
      )
    },
  }
}
