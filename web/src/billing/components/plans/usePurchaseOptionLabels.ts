import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import { availabilityText } from '../../availabilityText'
import { useBilling } from '../../context'
import { trialDaysFor } from '../../offers'
import { formatPrice, formatPriceWithPeriod } from '../../price'
import type { PurchaseOption } from '../../purchaseOptions'

interface PurchaseOptionLabels {
  name: string
  /** One line about what the option includes. */
  description: string
  /** The price, such as `$11.99 / month`. A single event has no period: `$9.99`. */
  price: string
}

/** Return a function that creates the name, description and price of a purchase option. */
export function usePurchaseOptionLabels(
  contentKind: LockedContent['kind'] = 'event',
): (option: PurchaseOption) => PurchaseOptionLabels {
  const { t, i18n } = useLingui()
  const { channel, viewer } = useBilling().shell

  /** Describe the event alone. Its package defines how long the replay is open. */
  function describeSingleEvent({ over, package: id }: NonNullable<PurchaseOption['singleEvent']>): string {
    const sold = channel.packages.find(item => item.id === id)
    const included = availabilityText(sold?.availability, i18n)
    if (included) return included
    const days = sold?.days
    if (!days) return over ? t`Replay access` : t`Live, plus the replay`
    return over
      ? plural(days, { one: 'Replay for # day', other: 'Replay for # days' })
      : plural(days, { one: 'Live, plus the replay for # day', other: 'Live, plus the replay for # days' })
  }

  const describeTrial = (days: number) =>
    contentKind === 'film'
      ? plural(days, {
          one: '#-day free trial, the whole library',
          other: '#-day free trial, the whole library',
        })
      : plural(days, { one: '#-day free trial, every game', other: '#-day free trial, every game' })

  function describe({ offer, kind, singleEvent }: PurchaseOption): string {
    if (singleEvent) return describeSingleEvent(singleEvent)
    if (!offer) return ''
    const included = availabilityText(offer.availability, i18n)
    if (included) return included
    const days = trialDaysFor(offer, viewer)
    if (days > 0) return describeTrial(days)
    const categories = 'event_categories' in offer ? offer.event_categories : []
    const [only, ...others] = channel.categories.filter(({ id }) => categories.includes(id))
    const category = only?.name
    if (kind === 'team' && category && others.length === 0) return t`${category}: every game this season`
    return offer.features[0] ?? offer.description
  }

  return option => {
    const { offer, team } = option
    const name = offer ? (team ? t`${team.name} team pass` : offer.name) : t`This game`
    const price = offer ? formatPriceWithPeriod(option.price, i18n) : formatPrice(option.price, i18n)
    return { name, description: describe(option), price }
  }
}
