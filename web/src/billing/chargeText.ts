import type { I18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { serverNow } from '@/shared/clock'
import { DAY_MS } from '@/shared/constants'
import { formatMoney } from '@/shared/format/money'
import type { CheckoutItem } from './checkoutItems'
import { type DateOptions, formatDay } from './dates'
import type { Package } from './model'
import { formatPrice } from './price'

interface ChargeContext {
  /** What is charged at once. */
  total: string
  /** Days for nothing before the first payment. */
  trialDays: number
  /** The package that holds a game that is sold alone. */
  singleEventPackage: Package | null
  dateOptions: DateOptions
}

/** What is charged today, what later, and when, in plain words (§9: every 12 months, every 30 days). */
export function chargeText(choice: CheckoutItem, circumstances: ChargeContext, i18n: I18n): string {
  const { total, trialDays, dateOptions: calendar } = circumstances
  const { now = serverNow() } = calendar
  const today = formatMoney(total, choice.currency, i18n.locale)
  if (!choice.renews) {
    return [
      i18n._(msg`Pay ${today} today. This is a one-time payment.`),
      accessText(choice, circumstances, i18n),
    ]
      .filter(Boolean)
      .join(' ')
  }
  const price = formatPrice(choice, i18n)
  const yearly = choice.period === 'annual'
  if (trialDays > 0) {
    const day = formatDay(new Date(now + trialDays * DAY_MS).toISOString(), calendar)
    return yearly
      ? i18n._(
          msg`Pay ${today} today. When your trial ends on ${day}, pay ${price}, then every 12 months until you cancel.`,
        )
      : i18n._(
          msg`Pay ${today} today. When your trial ends on ${day}, pay ${price}, then every 30 days until you cancel.`,
        )
  }
  const day = formatDay(nextRenewal(now, yearly).toISOString(), calendar)
  return yearly
    ? i18n._(msg`Pay ${today} today, then ${price} on ${day} and every 12 months until you cancel.`)
    : i18n._(msg`Pay ${today} today, then ${price} on ${day} and every 30 days until you cancel.`)
}

/** How long what is bought stays open. */
function accessText(
  { event, offer }: CheckoutItem,
  { singleEventPackage: alone, dateOptions: calendar }: ChargeContext,
  i18n: I18n,
): string {
  const { days = null, until = null } = (event ? alone : (offer as Package | null)) ?? {}
  if (until) {
    const day = formatDay(until, calendar)
    return i18n._(msg`You have access until ${day}.`)
  }
  if (!days) return ''
  const plain = msg({
    message: plural(days, { one: 'You have access for # day.', other: 'You have access for # days.' }),
  })
  const game = msg({
    message: plural(days, {
      one: 'You can watch the game and its replay for # day.',
      other: 'You can watch the game and its replay for # days.',
    }),
  })
  return i18n._(event ? game : plain)
}

/** The first renewal: the same day next year as the provider counts, in UTC, or 30 days on. */
function nextRenewal(now: number, yearly: boolean): Date {
  const day = new Date(now)
  if (!yearly) return new Date(now + 30 * DAY_MS)
  const month = day.getUTCMonth()
  day.setUTCFullYear(day.getUTCFullYear() + 1)
  // February 29 is followed by February 28, not by March.
  if (day.getUTCMonth() !== month) day.setUTCDate(0)
  return day
}
