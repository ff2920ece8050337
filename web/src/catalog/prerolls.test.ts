import { describe, expect, it } from 'vitest'
import type { Preroll } from '@/shared/shell'
import { anEvent, aPreroll } from './fakes'
import { choosePreroll, fits } from './prerolls'

const game = anEvent(1, {
  location: { id: 3, name: 'Ice House', city: null, state: null },
  event_category: { id: 7, name: 'Boys hockey' },
})
const live = { ...game, stream_status: 'live' as const }
const nowhere = { ...game, location: null, event_category: null }

describe('a pre-roll stands before an event', () => {
  const cases: [string, Partial<Preroll>, typeof game, boolean][] = [
    ['anywhere, where it names neither place nor categories', {}, nowhere, true],
    ['at its own location', { location_id: 3 }, game, true],
    ['at no other location', { location_id: 4 }, game, false],
    ['at no event without a location, where it names one', { location_id: 3 }, nowhere, false],
    ['of a category in its list', { event_categories: [5, 7] }, game, true],
    ['of no other category', { event_categories: [5] }, game, false],
    ['of no event without a category, where it names some', { event_categories: [7] }, nowhere, false],
    ['only where both are right', { location_id: 3, event_categories: [5] }, game, false],
    ['that is live, where it is for live', { for_vod: false }, live, true],
    ['that is recorded, where it is for recordings', { for_live: false }, game, true],
    ['that is live not, where it is for recordings only', { for_live: false }, live, false],
    ['that is recorded not, where it is for live only', { for_vod: false }, game, false],
  ]
  it.each(cases)('%s', (_, changes, event, stands) => {
    expect(fits(aPreroll(1, changes), event)).toBe(stands)
  })
})

describe('among those that fit', () => {
  const three = [aPreroll(1, { weight: 1 }), aPreroll(2, { weight: 3 }), aPreroll(3, { location_id: 99 })]
  const chosen = (random: number) => choosePreroll(three, game, () => random)?.id

  it('each is as likely as its weight', () => {
    const drawn = Array.from({ length: 1000 }, (_, i) => chosen(i / 1000))
    expect(drawn.filter(id => id === 1)).toHaveLength(250)
    expect(drawn.filter(id => id === 2)).toHaveLength(750)
  })

  it('one of weight 0 is never chosen, even alone', () => {
    expect(choosePreroll([aPreroll(1, { weight: 0 })], game, () => 0)).toBeNull()
  })

  it('there may be none', () => {
    expect(choosePreroll([aPreroll(1, { location_id: 99 })], game)).toBeNull()
    expect(choosePreroll([], game)).toBeNull()
  })
})
