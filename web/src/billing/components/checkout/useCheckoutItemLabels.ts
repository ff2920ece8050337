import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CheckoutItem } from '../../checkoutItems'
import { useBilling } from '../../context'
import { trialDaysFor } from '../../offers'
import { formatPrice, periodSuffix } from '../../price'

interface CheckoutItemLabels {
  title: string
  description: string
  /** `7-day free trial`, or null without a trial. */
  trial: string | null
  price: string
  /** `/ year`, below the price. Empty for an event alone. */
  suffix: string
}

/** Return a function that creates the labels of a checkout item. */
export function useCheckoutItemLabels(): (item: CheckoutItem) => CheckoutItemLabels {
  const { t, i18n } = useLingui()
  const { viewer } = useBilling().shell

  function describe({ event, offer }: CheckoutItem): string {
    if (event) return event.full_name
    return offer?.description ?? ''
  }

  function describeTrial({ offer }: CheckoutItem): string | null {
    const days = offer ? trialDaysFor(offer, viewer) : 0
    return days > 0 ? plural(days, { one: '#-day free trial', other: '#-day free trial' }) : null
  }

  return item => ({
    title: item.event ? t`This game` : item.name,
    description: describe(item),
    trial: describeTrial(item),
    price: formatPrice(item, i18n),
    suffix: item.offer ? periodSuffix(item, i18n) : '',
  })
}
