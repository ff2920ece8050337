import { describe, expect, it } from 'vitest'
import { aGame, aPackage, aSubscription, aTeam } from './fakes'
import { chosenOf, type Locked, lockedEvent, waysTo } from './ways'

const season = aPackage(3, { name: 'Hockey season', event_categories: [1, 2] })
const team = aPackage(5, { type: 'team', is_team_pass: true, event_categories: [1] })
const alone = aPackage(70, { type: 'event', period: null })
const yearly = aSubscription(2)
const onSale = { packages: [season, team, alone], subscriptions: [yearly] }
const game = lockedEvent(aGame(12))
const film: Locked = { ...game, kind: 'film', event_category_id: null, participants: [] }

const keys = (thing: Locked, sold = onSale) => waysTo(thing, sold).map(({ kind, to }) => `${kind} ${to}`)

describe('what opens a closed game', () => {
  it('is the game alone, the pass of each of its teams with the home side first, a season, a subscription', () => {
    expect(keys(game)).toEqual([
      'event /buy?event_id=12&single_event_package_id=70',
      'team /buy?package_id=5&participant_id=2',
      'team /buy?package_id=5&participant_id=1',
      'package /buy?package_id=3',
      'subscription /buy?subscription_id=2',
    ])
  })

  it('is not the game alone, where that is not sold or costs nothing', () => {
    expect(keys({ ...game, single_event_package_id: null })[0]).toMatch(/^team/)
    expect(keys({ ...game, price: '0.00' })[0]).toMatch(/^team/)
  })

  it('is no pass of another category, and every pass without categories', () => {
    const other = aPackage(4, { event_categories: [2] })
    const every = aPackage(6, { event_categories: [] })
    expect(keys(game, { packages: [other, every], subscriptions: [] })).toEqual([
      'event /buy?event_id=12&single_event_package_id=70',
      'package /buy?package_id=6',
    ])
  })

  it('is nothing that does not let one watch', () => {
    const clips = aSubscription(9, { capabilities: ['clipping'] })
    expect(keys(game, { packages: [], subscriptions: [clips] })).toHaveLength(1)
  })

  it('costs what it says, and renews or not', () => {
    expect(waysTo(game, onSale).map(({ priced }) => [priced.price, priced.renews])).toEqual([
      ['10.74', false],
      ['41.49', false],
      ['41.49', false],
      ['41.49', false],
      ['89.99', true],
    ])
  })
})

it('a closed film is opened by what opens the library, never by a pass for games', () => {
  const library = aPackage(8, { event_categories: [], capabilities: ['watch', 'vod_media'] })
  const whole = aSubscription(2, { capabilities: ['watch', 'vod_media'] })
  expect(keys(film, { packages: [season, library], subscriptions: [whole, aSubscription(4)] })).toEqual([
    'package /buy?package_id=8',
    'subscription /buy?subscription_id=2',
  ])
})

describe('a few of many ways', () => {
  const ways = waysTo(game, onSale)
  const kinds = (most: number) =>
    chosenOf(ways, most).map(({ kind, team }) => `${kind} ${team?.id ?? ''}`.trim())

  it('are of as many kinds as there are, in their order', () => {
    expect(kinds(3)).toEqual(['event', 'team 2', 'subscription'])
    expect(kinds(4)).toEqual(['event', 'team 2', 'package', 'subscription'])
  })

  it('are filled up with others of a kind', () => {
    const sold = { packages: [team], subscriptions: [] }
    expect(chosenOf(waysTo({ ...game, price: '0.00' }, sold), 3)).toHaveLength(2)
    const seasons = { packages: [3, 4, 6].map(id => aPackage(id)), subscriptions: [yearly] }
    expect(chosenOf(waysTo({ ...game, price: '0.00' }, seasons), 3)).toHaveLength(3)
    expect(kinds(9)).toHaveLength(5)
  })
})

it('a game’s category is the one it is shown with', () => {
  const bare = aGame(12, { event_category_id: null, event_category: { id: 2, name: 'Girls hockey' } })
  expect(lockedEvent({ ...bare, participants: [aTeam(1)] }).event_category_id).toBe(2)
})
