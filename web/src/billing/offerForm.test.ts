import { describe, expect, it } from 'vitest'
import { suggestCode, toCouponForm, toCouponValue } from './couponForm'
import { countHolders, offerChanges } from './offerChanges'
import { type FormLanguage, toOfferForm, toOfferValue } from './offerForm'
import type { StudioOffer } from './studioOffersApi'

const FRENCH: FormLanguage = { main: 'fr', current: 'fr', currency: 'CAD' }
const SEASON = {
  ...{
    key: 'saison',
    name: { fr: 'Saison', en: 'Season' },
    description: null,
    type: 'season',
    offer: 'season',
  },
  ...{ period: 'season', price: { base: 39.9, fee: 0 }, categories: ['hockey'], is_team_pass: false },
  ...{ days: null, until: '2027-06-30', capabilities: ['watch'], limits: { clips: null, downloads: null } },
  ...{ weight: 0, features: ['Tous les matchs'], recommended: false },
}

describe('the form of an offer', () => {
  it('shows and reads amounts as people write them in the language', () => {
    const form = toOfferForm(SEASON, 'package', FRENCH)
    expect([form.base, form.fee]).toEqual(['39,90', ''])
    const saved = toOfferValue({ ...form, base: '1 049,50', fee: '1,5' }, 'package', SEASON)
    expect(saved.price).toEqual({ base: '1049.50', fee: '1.5' })
  })

  it('changes nothing that nobody edited', () => {
    const saved = toOfferValue(toOfferForm(SEASON, 'package', FRENCH), 'package', SEASON)
    expect(offerChanges(SEASON, saved)).toEqual([])
    expect(saved).toMatchObject({
      features: [{ fr: 'Tous les matchs' }],
      offer: 'season',
      until: '2027-06-30',
    })
  })

  it('keeps the interval of a subscription unless it is changed', () => {
    const network = {
      key: 'network',
      price: { base: 99 },
      offer: 'monthly',
      period: 'month',
      trial_period: 7,
    }
    const form = toOfferForm(network, 'subscription', FRENCH)
    expect(form.period).toBe('monthly')
    expect(toOfferValue(form, 'subscription', network).period).toBe('month')
    const yearly = toOfferValue({ ...form, period: 'annual', base: '129' }, 'subscription', network)
    expect(yearly).toMatchObject({ offer: 'annual', period: 'annual', trial_period: 7 })
    expect(offerChanges(network, yearly)).toEqual(['price', 'period', 'access'])
  })

  it('has the amounts that viewers may pay, and the note on the receipt', () => {
    const open = {
      ...SEASON,
      price_choice: { minimum: 0, maximum: 100, suggested: [5, 7.5] },
      receipt_note: { fr: 'Numéro 12' },
    }
    const form = toOfferForm(open, 'package', FRENCH)
    expect(form).toMatchObject({ choosesPrice: true, minimum: '0,00', suggested: '5,00  7,50' })
    const edited = { ...form, minimum: '', maximum: '250,50', suggested: '10  12,5; 20' }
    expect(toOfferValue(edited, 'package', open)).toMatchObject({
      price_choice: { minimum: '0', maximum: '250.50', suggested: ['10', '12.5', '20'] },
      receipt_note: { fr: 'Numéro 12' },
    })
    const fixed = toOfferValue({ ...form, choosesPrice: false, receiptNote: {} }, 'package', open)
    expect(fixed).not.toHaveProperty('price_choice')
    expect(fixed).not.toHaveProperty('receipt_note')
  })

  it('of a donation opens nothing, and keeps its amounts', () => {
    const fund = {
      key: 'fund',
      type: 'donation',
      price: { base: 25 },
      price_choice: { minimum: 5, maximum: 1000, suggested: [10] },
    }
    const saved = toOfferValue(toOfferForm(fund, 'package', FRENCH), 'package', fund)
    expect(saved).toMatchObject({
      type: 'donation',
      capabilities: [],
      price_choice: { minimum: '5.00', maximum: '1000.00', suggested: ['10.00'] },
    })
    expect(saved).not.toHaveProperty('days')
  })

  it('names the changes that holders ask about', () => {
    const form = toOfferForm(SEASON, 'package', FRENCH)
    const value = toOfferValue({ ...form, term: 'days', days: '30', categories: [] }, 'package', SEASON)
    expect(offerChanges(SEASON, value)).toEqual(['term', 'access'])
  })
})

it('counts the holders of an offer at all prices', () => {
  const holders = [
    { price: '99.00', currency: 'USD', holders: 3, renewing: 2 },
    { price: '129.00', currency: 'USD', holders: 1, renewing: 1 },
  ]
  expect(countHolders({ holders } as unknown as StudioOffer)).toEqual({ holders: 4, renewing: 3 })
  expect(countHolders(undefined)).toEqual({ holders: 0, renewing: 0 })
})

describe('the form of a promo code', () => {
  const value = {
    code: 'TIPOFF',
    percent: 20,
    products: [],
    starts: '2026-11-01 00:00',
    ends: '2027-03-01 00:00',
    limit: 5,
  }

  it('shows the last day, and keeps times that nobody edited', () => {
    const form = toCouponForm(value, FRENCH)
    expect([form.starts, form.ends]).toEqual(['2026-11-01', '2027-02-28'])
    expect(toCouponValue(form, value, FRENCH)).toEqual(value)
    expect(toCouponValue({ ...form, ends: '2027-03-31' }, value, FRENCH).ends).toBe('2027-03-31')
  })

  it('has a percentage or an amount', () => {
    const form = { ...toCouponForm({}, FRENCH), code: ' new1 ', kind: 'amount' as const, discount: '5,00' }
    expect(toCouponValue(form, {}, FRENCH)).toEqual({ code: 'NEW1', amount: '5.00', products: [] })
    expect(toCouponValue({ ...form, kind: 'percent', discount: '12,5' }, {}, FRENCH).percent).toBe(12.5)
  })

  it('suggests a code that nobody guesses', () => {
    expect(suggestCode()).toMatch(/^[A-Z0-9]{8}$/)
    expect(suggestCode()).not.toBe(suggestCode())
  })
})
