import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { CheckoutItem } from '../../checkoutItems'
import { useBilling } from '../../context'
import { trialDaysFor } from '../../offers'
import { formatPrice, periodSuffix } from '../../price'

interface CheckoutItemLabels {
  title: string
  description: string
  /** `7-day free trial`, where there is one. */
  trial: string | null
  price: string
  /** `/ year`, below the price; empty for a game alone. */
  suffix: string
}

/** How the things on sale are told on the page of the purchase. */
export function useCheckoutItemLabels(): (choice: CheckoutItem) => CheckoutItemLabels {
  const { t, i18n } = useLingui()
  const { viewer } = useBilling().shell

  function lineOf({ event, offer }: CheckoutItem): string {
    if (event) return event.full_name
    return offer?.description ?? ''
  }

  function trialOf({ offer }: CheckoutItem): string | null {
    const days = offer ? trialDaysFor(offer, viewer) : 0
    return days > 0 ? plural(days, { one: '#-day free trial', other: '#-day free trial' }) : null
  }

  return choice => ({
    title: choice.event ? t`This game` : choice.name,
    description: lineOf(choice),
    trial: trialOf(choice),
    price: formatPrice(choice, i18n),
    suffix: choice.offer ? periodSuffix(choice, i18n) : '',
  })
}
