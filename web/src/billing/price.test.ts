import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { messages as en } from '@/locales/en.po'
import { messages as fr } from '@/locales/fr.po'
import { formatPrice, formatPriceTerms, formatPriceWithPeriod, type Price, periodSuffix } from './price'

const english = setupI18n({ locale: 'en', messages: { en } })
const french = setupI18n({ locale: 'fr', messages: { fr } })
const normalizeSpaces = (text: string) => text.replace(/\s/g, ' ')

const monthly: Price = { price: '11.99', currency: 'USD', period: 'month', renews: true }
const yearly: Price = { price: '89.99', currency: 'CAD', period: 'annual', renews: true }
const season: Price = { price: '41.49', currency: 'USD', period: 'season', renews: false }
const singleEvent: Price = { price: '9.99', currency: 'USD', period: null, renews: false }

describe('a price', () => {
  it.each([
    [monthly, '$11.99 / month', '11,99 $ / mois'],
    [{ ...monthly, period: 'monthly' }, '$11.99 / month', '11,99 $ / mois'],
    [yearly, '$89.99 / year', '89,99 $ / an'],
    [season, '$41.49 / season', '41,49 $ / saison'],
    [singleEvent, '$9.99 once', '9,99 $ une fois'],
  ])('is followed by its period in both languages: $1', (offer, inEnglish, inFrench) => {
    expect(normalizeSpaces(formatPriceWithPeriod(offer, english))).toBe(inEnglish)
    expect(normalizeSpaces(formatPriceWithPeriod(offer, french))).toBe(inFrench)
  })

  it('never wraps onto a second line', () => {
    expect(formatPriceWithPeriod(yearly, french)).not.toContain(' ')
    expect(formatPriceWithPeriod(singleEvent, french)).not.toContain(' ')
  })

  it('uses its currency’s decimals: none or three', () => {
    const yen = { ...monthly, price: '1200', currency: 'JPY' }
    expect(normalizeSpaces(formatPriceWithPeriod(yen, english))).toBe('¥1,200 / month')
    expect(normalizeSpaces(formatPriceWithPeriod(yen, french))).toBe('1 200 ¥ / mois')
    const dinar = { ...monthly, price: '3.500', currency: 'KWD' }
    expect(normalizeSpaces(formatPriceWithPeriod(dinar, english))).toBe('KWD 3.500 / month')
    expect(normalizeSpaces(formatPrice(dinar, french))).toBe('3,500 KWD')
  })

  it('of a one-time payment is marked as such, even for a month', () => {
    expect(periodSuffix({ period: 'month', renews: false }, english)).toBe('once')
  })
})

describe('the price terms of a plan', () => {
  it('show when it renews, or that it does not', () => {
    expect(formatPriceTerms(monthly, english)).toBe('per month, renews every 30 days')
    expect(formatPriceTerms(season, english)).toBe('per season, no renewal')
    expect(formatPriceTerms(singleEvent, english)).toBe('one payment, no renewal')
    expect(formatPriceTerms({ ...singleEvent, period: 'month' }, english)).toBe(
      'one payment for 30 days, no renewal',
    )
  })

  it('include the monthly price of an annual plan, rounded to the smallest coin', () => {
    expect(normalizeSpaces(formatPriceTerms(yearly, english))).toBe('per year, about $7.50 per month')
    expect(normalizeSpaces(formatPriceTerms(yearly, french))).toBe('par an, environ 7,50 $ par mois')
    expect(
      normalizeSpaces(formatPriceTerms({ ...yearly, price: '9000', currency: 'JPY' }, english)),
    ).toContain('¥750')
    expect(
      normalizeSpaces(formatPriceTerms({ ...yearly, price: '30.000', currency: 'KWD' }, english)),
    ).toContain('2.500')
    expect(normalizeSpaces(formatPriceTerms({ ...yearly, price: '0.60' }, english))).toContain('$0.05')
  })
})
