import { useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { useBilling } from '../../context'
import { formatDay, formatLastDay } from '../../dates'
import { type OrderState, stateOf } from '../../orderState'
import { formatPrice } from '../../price'
import type { StudioOrder } from '../../studioOrdersApi'

type Tone = 'success' | 'warning' | 'danger' | 'plain'

/** Return functions that name the parts of an order for operators. */
export function useStudioOrderLabels() {
  const { t, i18n } = useLingui()
  const { time_zone: timeZone } = useBilling().shell.channel.settings
  const dateOptions = { language: i18n.locale, timeZone }
  const states: Record<OrderState, readonly [Tone, string]> = {
    pending: ['warning', t`Pending`],
    active: ['success', t({ message: 'Active', context: 'state of an order' })],
    paid: ['success', t({ message: 'Paid', context: 'state of an order' })],
    inactive: ['warning', t({ message: 'Inactive', context: 'state of an order' })],
    expired: ['plain', t({ message: 'Expired', context: 'state of an order' })],
    ended: ['plain', t({ message: 'Ended', context: 'state of an order' })],
    failed: ['danger', t({ message: 'Failed', context: 'state of an order' })],
    refunded: ['plain', t({ message: 'Refunded', context: 'state of an order' })],
  }
  const kinds: Record<StudioOrder['type'], string> = {
    event: t`Single event`,
    package: t`Pass`,
    subscription: t`Subscription`,
    donation: t`Donation`,
  }
  return {
    timeZone,
    kinds,
    day: (instant: string) => formatDay(instant, dateOptions),
    lastDay: (instant: string) => formatLastDay(instant, dateOptions),
    money: (amount: string, currency: string) => formatPrice({ price: amount, currency }, i18n),
    productOf: ({ product }: StudioOrder) =>
      [product.name, product.participant_name].filter(Boolean).join(', '),
    buyerOf: ({ viewer }: StudioOrder) => viewer?.name || viewer?.email || t`Closed account`,
    cardOf: ({ card_last4: digits }: StudioOrder) => (digits ? `•••• ${digits}` : ''),
    badgesOf: (order: StudioOrder) => {
      const [tone, label] = states[stateOf(order)]
      const isPartlyRefunded =
        order.status !== 'refunded' && order.transactions.some(({ kind }) => kind === 'refund')
      return (
        <>
          <Badge tone={tone}>{label}</Badge>
          {isPartlyRefunded ? <Badge tone="plain">{t`Partly refunded`}</Badge> : null}
          {order.refund_due ? <Badge tone="warning">{t`Refund pending`}</Badge> : null}
          {order.renewal_failed ? <Badge tone="danger">{t`Renewal failed`}</Badge> : null}
        </>
      )
    },
  }
}
