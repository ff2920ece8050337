import { describe, expect, it } from 'vitest'
import type { Preroll } from '@/shared/shell'
import { anEvent, aPreroll } from './fakes'
import { choosePreroll, matchesEvent } from './prerolls'

const sampleEvent = anEvent(1, {
  location: { id: 3, name: 'Ice House', city: null, state: null },
  event_category: { id: 7, name: 'Boys hockey' },
})
const liveEvent = { ...sampleEvent, stream_status: 'live' as const }
const eventWithoutLocation = { ...sampleEvent, location: null, event_category: null }

describe('a pre-roll before an event', () => {
  const cases: [string, Partial<Preroll>, typeof sampleEvent, boolean][] = [
    ['anywhere, where it names neither place nor categories', {}, eventWithoutLocation, true],
    ['at its own location', { location_id: 3 }, sampleEvent, true],
    ['at no other location', { location_id: 4 }, sampleEvent, false],
    ['at no event without a location, where it names one', { location_id: 3 }, eventWithoutLocation, false],
    ['of a category in its list', { event_categories: [5, 7] }, sampleEvent, true],
    ['of no other category', { event_categories: [5] }, sampleEvent, false],
    [
      'of no event without a category, where it names some',
      { event_categories: [7] },
      eventWithoutLocation,
      false,
    ],
    ['only where both are right', { location_id: 3, event_categories: [5] }, sampleEvent, false],
    ['that is live, where it is for live', { for_vod: false }, liveEvent, true],
    ['that is recorded, where it is for recordings', { for_live: false }, sampleEvent, true],
    ['that is live not, where it is for recordings only', { for_live: false }, liveEvent, false],
    ['that is recorded not, where it is for live only', { for_vod: false }, sampleEvent, false],
  ]
  it.each(cases)('%s', (_, changes, event, stands) => {
    expect(matchesEvent(aPreroll(1, changes), event)).toBe(stands)
  })
})

describe('among those that fit', () => {
  const three = [aPreroll(1, { weight: 1 }), aPreroll(2, { weight: 3 }), aPreroll(3, { location_id: 99 })]
  const chosen = (random: number) => choosePreroll(three, sampleEvent, () => random)?.id

  it('each is as likely as its weight', () => {
    const drawn = Array.from({ length: 1000 }, (_, i) => chosen(i / 1000))
    expect(drawn.filter(id => id === 1)).toHaveLength(250)
    expect(drawn.filter(id => id === 2)).toHaveLength(750)
  })

  it('one of weight 0 is never chosen, even alone', () => {
    expect(choosePreroll([aPreroll(1, { weight: 0 })], sampleEvent, () => 0)).toBeNull()
  })

  it('there may be none', () => {
    expect(choosePreroll([aPreroll(1, { location_id: 99 })], sampleEvent)).toBeNull()
    expect(choosePreroll([], sampleEvent)).toBeNull()
  })
})
