import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import { useBilling } from '../../context'
import { trialDaysFor } from '../../offers'
import { formatPrice, formatPriceWithPeriod } from '../../price'
import type { PurchaseOption } from '../../purchaseOptions'

interface PurchaseOptionLabels {
  name: string
  /** What comes with it, in a line. */
  description: string
  /** `$11.99 / month`; a game's alone, `$9.99`. */
  price: string
}

/** How the ways to watch a game or a film are told: what each is called, what comes with it, what it costs. */
export function usePurchaseOptionLabels(
  opening: LockedContent['kind'] = 'event',
): (way: PurchaseOption) => PurchaseOptionLabels {
  const { t, i18n } = useLingui()
  const { channel, viewer } = useBilling().shell

  /** The game alone: its replay is open as long as the package says that sells it. */
  function aloneOf({ over, package: id }: NonNullable<PurchaseOption['singleEvent']>): string {
    const days = channel.packages.find(one => one.id === id)?.days
    if (!days) return over ? t`Replay access` : t`Live, plus the replay`
    return over
      ? plural(days, { one: 'Replay for # day', other: 'Replay for # days' })
      : plural(days, { one: 'Live, plus the replay for # day', other: 'Live, plus the replay for # days' })
  }

  const trialOf = (days: number) =>
    opening === 'film'
      ? plural(days, {
          one: '#-day free trial, the whole library',
          other: '#-day free trial, the whole library',
        })
      : plural(days, { one: '#-day free trial, every game', other: '#-day free trial, every game' })

  function lineOf({ offer, kind, singleEvent: alone }: PurchaseOption): string {
    if (alone) return aloneOf(alone)
    if (!offer) return ''
    const days = trialDaysFor(offer, viewer)
    if (days > 0) return trialOf(days)
    const categories = 'event_categories' in offer ? offer.event_categories : []
    const [only, ...others] = channel.categories.filter(({ id }) => categories.includes(id))
    const category = only?.name
    if (kind === 'team' && category && others.length === 0) return t`${category}: every game this season`
    return offer.features[0] ?? offer.description
  }

  return way => {
    const { offer, team } = way
    const name = offer ? (team ? t`${team.name} team pass` : offer.name) : t`This game`
    const price = offer ? formatPriceWithPeriod(way.price, i18n) : formatPrice(way.price, i18n)
    return { name, description: lineOf(way), price }
  }
}
