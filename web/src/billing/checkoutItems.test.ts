import { describe, expect, it } from 'vitest'
import {
  checkoutItemsFor,
  matchesParams,
  parseCheckoutParams,
  selectItem,
  toCheckoutItem,
  toPurchase,
} from './checkoutItems'
import { aBuyableEvent, aPackage, aSubscription, offerLinesFor } from './fakes'

const season = aPackage(3)
const team = aPackage(4, { type: 'team', is_team_pass: true })
const otherEvent = aPackage(5, { event_categories: [2] })
const yearly = aSubscription(2)
const catalog = { packages: [season, team, otherEvent], subscriptions: [yearly] }
const lines = offerLinesFor({ packages: [season, team], subscriptions: [yearly] }, { event_id: '12' })
const keys = (items: readonly { key: string }[]) => items.map(({ key }) => key)

describe('a checkout address', () => {
  it('contains the event, package, subscription, team, and type of item', () => {
    const query = '?event_id=12&single_event_package_id=70&package_id=3&subscription_id=2&participant_id=7'
    expect(parseCheckoutParams(`${query}&type=package`)).toEqual({
      eventId: 12,
      packageId: 3,
      subscriptionId: 2,
      participantId: 7,
      type: 'package',
    })
  })

  it('without a valid item selects nothing', () => {
    const nothing = { eventId: null, packageId: null, subscriptionId: null, participantId: null, type: null }
    for (const search of ['', '?event_id=', '?event_id=-1', '?event_id=1e3', '?event_id=x&type=clip']) {
      expect(parseCheckoutParams(search), search).toEqual(nothing)
    }
  })
})

describe('a checkout address matches a purchase', () => {
  it.each([
    ['?event_id=12&single_event_package_id=70', true],
    ['?event_id=13', false],
    ['?package_id=12', false],
    ['', false],
  ])('of a game by its ID: %s', (search, is) => {
    expect(matchesParams(parseCheckoutParams(search), { type: 'event', id: 12 })).toBe(is)
  })

  it.each([
    ['?package_id=4', true],
    ['?event_id=12&package_id=4&participant_id=2', true],
    ['?package_id=4&participant_id=7', false],
  ])('of a team pass unless it has another team: %s', (search, is) => {
    expect(matchesParams(parseCheckoutParams(search), { type: 'package', id: 4, participant_id: 2 })).toBe(is)
  })
})

describe('the checkout items for a game', () => {
  it('are the single game and each pass and subscription that opens it, once', () => {
    expect(keys(checkoutItemsFor(aBuyableEvent(12), lines, catalog))).toEqual([
      'event 12',
      'package 4',
      'package 3',
      'subscription 2',
    ])
  })

  it('omit the single game if it is not sold', () => {
    const game = aBuyableEvent(12, { single_event_package_id: null })
    expect(keys(checkoutItemsFor(game, lines, catalog))).not.toContain('event 12')
  })

  it('start with the item in the address, or with one of its type', () => {
    const items = checkoutItemsFor(aBuyableEvent(12), lines, catalog)
    expect(selectItem(items, parseCheckoutParams('?event_id=12'))?.key).toBe('event 12')
    expect(selectItem(items, parseCheckoutParams('?event_id=12&package_id=3'))?.key).toBe('package 3')
    expect(selectItem(items, parseCheckoutParams('?event_id=12&type=subscription'))?.key).toBe(
      'subscription 2',
    )
    expect(
      selectItem(items, parseCheckoutParams('?event_id=12&package_id=3&subscription_id=2&type=subscription'))
        ?.key,
    ).toBe('subscription 2')
    expect(selectItem([], parseCheckoutParams('?event_id=12'))).toBeNull()
  })
})

describe('the purchase sent to the server', () => {
  it('contains an event with its package', () => {
    const [alone] = checkoutItemsFor(aBuyableEvent(12), lines, catalog)
    expect(alone && toPurchase(alone, null)).toEqual({ type: 'event', id: 12, single_event_package_id: 70 })
  })

  it('contains the team only for a team pass', () => {
    expect(toPurchase(toCheckoutItem(team), 7)).toEqual({ type: 'package', id: 4, participant_id: 7 })
    expect(toPurchase(toCheckoutItem(season), 7)).toEqual({ type: 'package', id: 3 })
    expect(toPurchase(toCheckoutItem(yearly), 7)).toEqual({ type: 'subscription', id: 2 })
  })
})
