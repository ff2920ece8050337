import { describe, expect, it } from 'vitest'
import { aPackage, aProduct, aSubscription } from './fakes'
import { listPlans, productCheckoutPath, trialDaysFor } from './offers'

const EMPTY_PRODUCT = aProduct({ event_id: null, single_event_package_id: null })

describe('an unpaid order', () => {
  it('continues at the checkout address of the same purchase', () => {
    expect(productCheckoutPath(aProduct())).toBe('/buy?event_id=12&single_event_package_id=70')
    expect(productCheckoutPath({ ...EMPTY_PRODUCT, subscription_id: 2 })).toBe('/buy?subscription_id=2')
    expect(productCheckoutPath({ ...EMPTY_PRODUCT, package_id: 5, participant_id: 7 })).toBe(
      '/buy?package_id=5&participant_id=7',
    )
    expect(productCheckoutPath({ ...EMPTY_PRODUCT, package_id: 3 })).toBe('/buy?package_id=3')
  })
})

describe('plans', () => {
  it('are subscriptions and season passes, not team passes or single-game packages', () => {
    const team = aPackage(5, { type: 'team', is_team_pass: true })
    const plans = listPlans([aPackage(3), team, aPackage(70, { type: 'event' })], [aSubscription(2)])
    expect(plans.map(({ name }) => name)).toEqual(['Subscription 2', 'Package 3'])
  })

  it('have a trial if they offer one and the viewer has not used theirs', () => {
    const fresh = { hasUsedTrial: false }
    expect(trialDaysFor(aSubscription(2), fresh)).toBe(7)
    expect(trialDaysFor(aSubscription(2), { hasUsedTrial: true })).toBe(0)
    expect(trialDaysFor(aPackage(3), fresh)).toBe(0)
  })
})
