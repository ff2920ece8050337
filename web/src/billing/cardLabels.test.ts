import { describe, expect, it } from 'vitest'
import { brandName, formatExpiry, isExpired } from './cardLabels'
import { aCard } from './fakes'

describe('a saved card', () => {
  it('is named after its brand, even an unknown one', () => {
    expect(brandName('amex')).toBe('American Express')
    expect(brandName('newcard')).toBe('newcard')
  })

  it('shows its expiry as on the card', () => {
    expect(formatExpiry(aCard('c', { exp_month: 3, exp_year: 2031 }))).toBe('03/31')
  })

  it('expires at the end of its month', () => {
    const card = aCard('c', { exp_month: 11, exp_year: 2026 })
    expect(isExpired(card, new Date(2026, 10, 30, 23, 59).getTime())).toBe(false)
    expect(isExpired(card, new Date(2026, 11, 1).getTime())).toBe(true)
  })
})
