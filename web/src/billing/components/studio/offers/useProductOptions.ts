import { useLingui } from '@lingui/react/macro'
import { useBilling } from '../../../context'
import { studioOffersStore } from '../../../stores/StudioOffersStore'

/** Return what a promo code can apply to: all products of a kind, or one offer. Call it in an observer. */
export function useProductOptions() {
  const { t } = useLingui()
  const offers = useBilling().resolve(studioOffersStore).offers.value ?? []
  return [
    { value: 'event', label: t`Single events` },
    { value: 'package', label: t`All passes` },
    { value: 'subscription', label: t`All subscriptions` },
    ...offers
      .filter(({ state, type }) => state !== 'withdrawn' && type !== 'event')
      .map(({ kind, key, name }) => ({ value: `${kind}:${key}`, label: name })),
  ]
}
