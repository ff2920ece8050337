import { describe, expect, it } from 'vitest'
import type { Preroll } from '@/shared/shell'
import { anEvent, aPreroll } from './fakes'
import { isHouseAd, listMatching, matchesEvent, selectPreroll } from './prerolls'

const sampleEvent = anEvent(1, {
  location: { id: 3, name: 'Ice House', city: null, state: null },
  event_category: { id: 7, name: 'Boys hockey' },
})
const liveEvent = { ...sampleEvent, stream_status: 'live' as const }
const eventWithoutLocation = { ...sampleEvent, location: null, event_category: null }

describe('a pre-roll', () => {
  const cases: [string, Partial<Preroll>, typeof sampleEvent, boolean][] = [
    ['without a location or categories plays before any event', {}, eventWithoutLocation, true],
    ['plays at its own location', { location_id: 3 }, sampleEvent, true],
    ['does not play at another location', { location_id: 4 }, sampleEvent, false],
    [
      'with a location does not play before an event without one',
      { location_id: 3 },
      eventWithoutLocation,
      false,
    ],
    ['plays in its categories', { event_categories: [5, 7] }, sampleEvent, true],
    ['does not play in another category', { event_categories: [5] }, sampleEvent, false],
    [
      'with categories does not play before an event without one',
      { event_categories: [7] },
      eventWithoutLocation,
      false,
    ],
    [
      'plays only if both location and category match',
      { location_id: 3, event_categories: [5] },
      sampleEvent,
      false,
    ],
    ['for live events plays before a live event', { for_vod: false }, liveEvent, true],
    ['for recordings plays before a recording', { for_live: false }, sampleEvent, true],
    ['for recordings only does not play before a live event', { for_live: false }, liveEvent, false],
    ['for live events only does not play before a recording', { for_vod: false }, sampleEvent, false],
  ]
  it.each(cases)('%s', (_, changes, event, isMatch) => {
    expect(matchesEvent(aPreroll(1, changes), event)).toBe(isMatch)
  })
})

const select = (
  prerolls: readonly Preroll[],
  event: Parameters<typeof matchesEvent>[1],
  random?: () => number,
) => selectPreroll(listMatching(prerolls, event), random)

describe('the choice of a pre-roll', () => {
  const three = [aPreroll(1, { weight: 1 }), aPreroll(2, { weight: 3 }), aPreroll(3, { location_id: 99 })]
  const chosen = (random: number) => select(three, sampleEvent, () => random)?.id

  it('follows the weights', () => {
    const drawn = Array.from({ length: 1000 }, (_, i) => chosen(i / 1000))
    expect(drawn.filter(id => id === 1)).toHaveLength(250)
    expect(drawn.filter(id => id === 2)).toHaveLength(750)
  })

  it('never includes one of weight 0, even as the only one', () => {
    expect(select([aPreroll(1, { weight: 0 })], sampleEvent, () => 0)).toBeNull()
  })

  it('is null if none matches', () => {
    expect(select([aPreroll(1, { location_id: 99 })], sampleEvent)).toBeNull()
    expect(select([], sampleEvent)).toBeNull()
  })
})

describe('pre-rolls that an operator chose for an event', () => {
  const bank = aPreroll(1, { key: 'bank', location_id: 99 })
  const feed = aPreroll(2, { key: 'feed' })

  it('play whatever their location, and no others do', () => {
    const event = { ...sampleEvent, preroll_keys: ['bank'] }
    expect(select([bank, feed], event, () => 0.9)?.key).toBe('bank')
  })

  it('do not play live if they are for recordings only', () => {
    const event = { ...liveEvent, preroll_keys: ['bank'] }
    expect(select([{ ...bank, for_live: false }], event)).toBeNull()
  })

  it('can be none', () => {
    expect(select([feed], { ...sampleEvent, preroll_keys: [] })).toBeNull()
  })
})

it('is a house ad if no sponsor pays for it and it needs no ad server', () => {
  expect(isHouseAd(aPreroll(1))).toBe(true)
  expect(isHouseAd(aPreroll(1, { sponsor: 'feed' }))).toBe(false)
  expect(isHouseAd(aPreroll(1, { url: null, vast_url: '/tag.xml' }))).toBe(false)
})
