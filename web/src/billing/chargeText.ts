import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { serverNow } from '@/shared/clock'
import { formatMoney } from '@/shared/format/money'
import type { CheckoutItem } from './checkoutItems'
import { type DateOptions, formatDay } from './dates'
import type { Package } from './model'
import { chargeTimeAfter, offSeasonText } from './offSeason'
import { formatPrice } from './price'

interface ChargeContext {
  /** The amount charged today. */
  total: string
  /** Free days before the first payment. */
  trialDays: number
  /** The package of an event that is sold alone. */
  singleEventPackage: Package | null
  dateOptions: DateOptions
  /** Whether codes are bought, whose term begins when they are redeemed. */
  isGift?: boolean
}

/** Return sentences about the charges today and later, and about the off-season. */
export function chargeText(item: CheckoutItem, context: ChargeContext, i18n: I18n): string {
  const charges = chargesText(item, context, i18n)
  return item.offSeason ? `${charges} ${offSeasonText(item.offSeason, i18n)}` : charges
}

/** Return a sentence about the charges today and later (§9: every 12 months, every 30 days). */
function chargesText(item: CheckoutItem, context: ChargeContext, i18n: I18n): string {
  const { total, trialDays, dateOptions } = context
  const { now = serverNow() } = dateOptions
  const today = formatMoney(total, item.currency, i18n.locale)
  if (!item.renews) {
    if (item.type === 'donation') return i18n._(msg`Pay ${today} today, once. A donation gives no access.`)
    return [i18n._(msg`Pay ${today} today. This is a one-time payment.`), accessText(item, context, i18n)]
      .filter(Boolean)
      .join(' ')
  }
  const price = formatPrice(item, i18n)
  const isYearly = item.period === 'annual'
  if (trialDays > 0) {
    const trialEnd = chargeTimeAfter(now, trialDays, item.offSeason, dateOptions)
    const day = formatDay(new Date(trialEnd).toISOString(), dateOptions)
    return isYearly
      ? i18n._(
          msg`Pay ${today} today. When your trial ends on ${day}, pay ${price}, then every 12 months until you cancel.`,
        )
      : i18n._(
          msg`Pay ${today} today. When your trial ends on ${day}, pay ${price}, then every 30 days until you cancel.`,
        )
  }
  const day = formatDay(nextRenewal(now, item, dateOptions).toISOString(), dateOptions)
  return isYearly
    ? i18n._(msg`Pay ${today} today, then ${price} on ${day} and every 12 months until you cancel.`)
    : i18n._(msg`Pay ${today} today, then ${price} on ${day} and every 30 days until you cancel.`)
}

/** Return a sentence about how long the viewer has access. */
function accessText(
  { event, offer }: CheckoutItem,
  { singleEventPackage, dateOptions, isGift = false }: ChargeContext,
  i18n: I18n,
): string {
  const { days = null, until = null } = (event ? singleEventPackage : (offer as Package | null)) ?? {}
  if (until) {
    const day = formatDay(until, dateOptions)
    return i18n._(isGift ? msg`The access ends on ${day}.` : msg`You have access until ${day}.`)
  }
  if (!days) return ''
  if (isGift) {
    return i18n._(
      msg({
        message: plural(days, {
          one: 'The access lasts for # day after the code is redeemed.',
          other: 'The access lasts for # days after the code is redeemed.',
        }),
      }),
    )
  }
  const accessDays = msg({
    message: plural(days, { one: 'You have access for # day.', other: 'You have access for # days.' }),
  })
  const eventDays = msg({
    message: plural(days, {
      one: 'You can watch the game and its replay for # day.',
      other: 'You can watch the game and its replay for # days.',
    }),
  })
  return i18n._(event ? eventDays : accessDays)
}

/** Return the first renewal: 30 days later, or the same day next year in UTC, as the provider calculates it. */
function nextRenewal(now: number, { period, offSeason }: CheckoutItem, dateOptions: DateOptions): Date {
  const day = new Date(now)
  if (period !== 'annual') return new Date(chargeTimeAfter(now, 30, offSeason, dateOptions))
  const month = day.getUTCMonth()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  // From February 29, the next renewal is February 28, not March 1.
  if (day.getUTCMonth() !== month) day.setUTCDate(0)
  return day
}
