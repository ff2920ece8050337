import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { messages as en } from '@/locales/en.po'
import { messages as fr } from '@/locales/fr.po'
import { type Priced, periodSuffix, priceOf, priceTitle, termsOf } from './price'

const english = setupI18n({ locale: 'en', messages: { en } })
const french = setupI18n({ locale: 'fr', messages: { fr } })
const plain = (text: string) => text.replace(/\s/g, ' ')

const monthly: Priced = { price: '11.99', currency: 'USD', period: 'month', renews: true }
const yearly: Priced = { price: '89.99', currency: 'CAD', period: 'annual', renews: true }
const season: Priced = { price: '41.49', currency: 'USD', period: 'season', renews: false }
const game: Priced = { price: '9.99', currency: 'USD', period: null, renews: false }

describe('a price title', () => {
  it.each([
    [monthly, '$11.99 / month', '11,99 $ / mois'],
    [{ ...monthly, period: 'monthly' }, '$11.99 / month', '11,99 $ / mois'],
    [yearly, '$89.99 / year', '89,99 $ / an'],
    [season, '$41.49 / season', '41,49 $ / saison'],
    [game, '$9.99 once', '9,99 $ une fois'],
  ])('has the period after it in both languages: $1', (offer, inEnglish, inFrench) => {
    expect(plain(priceTitle(offer, english))).toBe(inEnglish)
    expect(plain(priceTitle(offer, french))).toBe(inFrench)
  })

  it('never breaks over two lines', () => {
    expect(priceTitle(yearly, french)).not.toContain(' ')
    expect(priceTitle(game, french)).not.toContain(' ')
  })

  it('has the decimals of its currency: none, or three', () => {
    const yen = { ...monthly, price: '1200', currency: 'JPY' }
    expect(plain(priceTitle(yen, english))).toBe('¥1,200 / month')
    expect(plain(priceTitle(yen, french))).toBe('1 200 ¥ / mois')
    const dinar = { ...monthly, price: '3.500', currency: 'KWD' }
    expect(plain(priceTitle(dinar, english))).toBe('KWD 3.500 / month')
    expect(plain(priceOf(dinar, french))).toBe('3,500 KWD')
  })

  it('of what is paid once says so even where it is for a month', () => {
    expect(periodSuffix({ period: 'month', renews: false }, english)).toBe('once')
  })
})

describe('the terms of a plan', () => {
  it('say when it renews, or that it does not', () => {
    expect(termsOf(monthly, english)).toBe('a month, renews every 30 days')
    expect(termsOf(season, english)).toBe('a season, no renewal')
    expect(termsOf(game, english)).toBe('once, no renewal')
    expect(termsOf({ ...game, period: 'month' }, english)).toBe('once for 30 days, no renewal')
  })

  it('break a year down to a month, to the nearest of the smallest coin', () => {
    expect(plain(termsOf(yearly, english))).toBe('a year, about $7.50 a month')
    expect(plain(termsOf(yearly, french))).toBe('par an, environ 7,50 $ par mois')
    expect(plain(termsOf({ ...yearly, price: '9000', currency: 'JPY' }, english))).toContain('¥750')
    expect(plain(termsOf({ ...yearly, price: '30.000', currency: 'KWD' }, english))).toContain('2.500')
    expect(plain(termsOf({ ...yearly, price: '0.60' }, english))).toContain('$0.05')
  })
})
