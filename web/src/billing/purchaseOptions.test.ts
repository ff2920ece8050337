import { describe, expect, it } from 'vitest'
import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import { aBuyableEvent, anOfferLine, aPackage, aSubscription, aTeam, offerLinesFor } from './fakes'
import type { OfferLine } from './model'
import { listPurchaseOptions, sampleOptions, toLockedContent } from './purchaseOptions'

const season = aPackage(3, { name: 'Hockey season', event_categories: [1, 2] })
const team = aPackage(5, { type: 'team', is_team_pass: true, event_categories: [1] })
const singleEventPackage = aPackage(70, { type: 'event', period: null })
const yearly = aSubscription(2)
const catalog = { packages: [season, team, singleEventPackage], subscriptions: [yearly] }
const eventContent = toLockedContent(aBuyableEvent(12))
const lockedLibraryItem: LockedContent = {
  ...eventContent,
  kind: 'film',
  event_category_id: null,
  participants: [],
}

const lines = offerLinesFor(catalog, { event_id: '12' })
const keys = (content: LockedContent, sold: readonly OfferLine[] = lines) =>
  listPurchaseOptions(content, sold, catalog).map(({ kind, to }) => `${kind} ${to}`)

describe('the purchase options of a locked game', () => {
  it('are the single game, each team’s pass with the home team first, season passes and subscriptions', () => {
    expect(keys(eventContent)).toEqual([
      'event /buy?event_id=12&single_event_package_id=70',
      'team /buy?package_id=5&participant_id=2',
      'team /buy?package_id=5&participant_id=1',
      'package /buy?package_id=3',
      'subscription /buy?subscription_id=2',
    ])
  })

  it('are only those that the server sells', () => {
    expect(keys(eventContent, [anOfferLine({ type: 'event', id: 12, single_event_package_id: 70 })])).toEqual(
      ['event /buy?event_id=12&single_event_package_id=70'],
    )
    expect(keys(eventContent, [anOfferLine({ id: 5, participant_id: 1 })])).toEqual([
      'team /buy?package_id=5&participant_id=1',
    ])
    expect(keys(eventContent, [])).toEqual([])
  })

  it('omit unknown passes and teams that do not play', () => {
    expect(keys(eventContent, [anOfferLine({ id: 99 }), anOfferLine({ id: 5, participant_id: 9 })])).toEqual(
      [],
    )
  })

  it('include their price and whether they renew', () => {
    expect(
      listPurchaseOptions(eventContent, lines, catalog).map(({ price: priced }) => [
        priced.price,
        priced.renews,
      ]),
    ).toEqual([
      ['10.74', false],
      ['41.49', false],
      ['41.49', false],
      ['41.49', false],
      ['89.99', true],
    ])
  })
})

it('a locked video is opened by the passes that the server sells for it', () => {
  expect(
    keys(lockedLibraryItem, offerLinesFor({ packages: [season], subscriptions: [yearly] }, { vod_id: '12' })),
  ).toEqual(['package /buy?package_id=3', 'subscription /buy?subscription_id=2'])
})

describe('a sample of the purchase options', () => {
  const options = listPurchaseOptions(eventContent, lines, catalog)
  const kinds = (limit: number) =>
    sampleOptions(options, limit).map(({ kind, team }) => `${kind} ${team?.id ?? ''}`.trim())

  it('has as many kinds as possible, in their order', () => {
    expect(kinds(3)).toEqual(['event', 'team 2', 'subscription'])
    expect(kinds(4)).toEqual(['event', 'team 2', 'package', 'subscription'])
  })

  it('is filled up with more options of the same kind', () => {
    const passes = listPurchaseOptions(eventContent, lines.slice(1, 3), catalog)
    expect(sampleOptions(passes, 3)).toHaveLength(2)
    const seasons = { packages: [3, 4, 6].map(id => aPackage(id)), subscriptions: [yearly] }
    expect(sampleOptions(listPurchaseOptions(eventContent, offerLinesFor(seasons), seasons), 3)).toHaveLength(
      3,
    )
    expect(kinds(9)).toHaveLength(5)
  })
})

it('a game without a category ID uses its nested category', () => {
  const bare = aBuyableEvent(12, { event_category_id: null, event_category: { id: 2, name: 'Girls hockey' } })
  expect(toLockedContent({ ...bare, participants: [aTeam(1)] }).event_category_id).toBe(2)
})
