import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, it } from 'vitest'
import { messages } from '@/locales/en.po'
import { chargeText } from './chargeText'
import { checkoutItemsFor, toCheckoutItem } from './checkoutItems'
import { aBuyableEvent, aPackage, aSubscription, offerLinesFor } from './fakes'

const now = Date.parse('2026-11-22T12:00:00Z')
const dateOptions = { language: 'en', timeZone: 'America/Chicago', now }
const EMPTY_CATALOG = { packages: [], subscriptions: [] }
const yearly = toCheckoutItem(aSubscription(2))
const monthly = toCheckoutItem(aSubscription(3, { period: 'month', price: '11.99' }))
const renderedText = (item = yearly, options: Partial<Parameters<typeof chargeText>[1]> = {}) =>
  chargeText(
    item,
    { total: item.price, trialDays: 0, singleEventPackage: null, dateOptions, ...options },
    i18n,
  )

beforeAll(() => i18n.loadAndActivate({ locale: 'en', messages }))

describe('the charge of a subscription', () => {
  it('is nothing today with a free trial, then the price on the date shown', () => {
    expect(renderedText(yearly, { total: '0.00', trialDays: 7 })).toBe(
      'Pay $0.00 today. When your trial ends on November 29, pay $89.99, then every 12 months until you cancel.',
    )
    expect(renderedText(monthly, { total: '0.00', trialDays: 7 })).toBe(
      'Pay $0.00 today. When your trial ends on November 29, pay $11.99, then every 30 days until you cancel.',
    )
  })

  it('is the price today, and again in a year or in 30 days', () => {
    expect(renderedText(yearly)).toBe(
      'Pay $89.99 today, then $89.99 on November 22, 2027 and every 12 months until you cancel.',
    )
    expect(renderedText(monthly)).toBe(
      'Pay $11.99 today, then $11.99 on December 22 and every 30 days until you cancel.',
    )
  })

  it('is reduced today by a promo code, and the full price later', () => {
    expect(renderedText(yearly, { total: '69.99' })).toBe(
      'Pay $69.99 today, then $89.99 on November 22, 2027 and every 12 months until you cancel.',
    )
  })

  it('is due on February 28 a year after a February 29', () => {
    const leap = Date.parse('2028-02-29T12:00:00Z')
    expect(renderedText(yearly, { dateOptions: { ...dateOptions, now: leap } })).toContain(
      'on February 28, 2029',
    )
  })

  it('has its date in the channel’s time zone', () => {
    const late = { ...dateOptions, now: Date.parse('2026-11-22T02:00:00Z') }
    expect(renderedText(yearly, { dateOptions: late })).toContain('on November 21, 2027')
    expect(renderedText(monthly, { dateOptions: late })).toContain('on December 21')
    expect(renderedText(monthly, { dateOptions: { ...late, timeZone: 'Asia/Tokyo' } })).toContain(
      'on December 22',
    )
    expect(renderedText(yearly, { dateOptions: late, trialDays: 7 })).toContain('on November 28')
  })
})

describe('the charge of a one-time purchase', () => {
  it('does not renew, and the text shows how long access lasts', () => {
    expect(renderedText(toCheckoutItem(aPackage(3)))).toBe('Pay $41.49 today. This is a one-time payment.')
    expect(renderedText(toCheckoutItem(aPackage(3, { until: '2027-06-30' })))).toBe(
      'Pay $41.49 today. This is a one-time payment. You have access until June 30, 2027.',
    )
    expect(renderedText(toCheckoutItem(aPackage(3, { days: 30 })))).toBe(
      'Pay $41.49 today. This is a one-time payment. You have access for 30 days.',
    )
  })

  it('for a gift shows when its term begins or ends', () => {
    expect(renderedText(toCheckoutItem(aPackage(3, { days: 30 })), { isGift: true })).toBe(
      'Pay $41.49 today. This is a one-time payment. The access lasts for 30 days after the code is redeemed.',
    )
    expect(renderedText(toCheckoutItem(aPackage(3, { until: '2027-06-30' })), { isGift: true })).toBe(
      'Pay $41.49 today. This is a one-time payment. The access ends on June 30, 2027.',
    )
  })

  it('for a game shows the access period of its package', () => {
    const [game = yearly] = checkoutItemsFor(
      aBuyableEvent(12),
      offerLinesFor(EMPTY_CATALOG, { event_id: '12' }),
      EMPTY_CATALOG,
    )
    expect(renderedText(game)).toBe('Pay $10.74 today. This is a one-time payment.')
    expect(renderedText(game, { singleEventPackage: aPackage(70, { days: 1 }) })).toBe(
      'Pay $10.74 today. This is a one-time payment. You can watch the game and its replay for 1 day.',
    )
  })
})
