import { expect, it } from 'vitest'
import { matchEntries } from './prerollMatch'

const EVENT = { key: 'final', location: 'rink', category: 'hockey' }

it.each([
  [{}, 'plays'],
  [{ location: 'rink', categories: ['soccer', 'hockey'], for_live: false }, 'plays'],
  [{ location: 'park' }, 'other_location'],
  [{ categories: ['soccer'] }, 'other_category'],
  [{ weight: 0 }, 'never'],
  [{ for_live: false, for_vod: false }, 'never'],
])('a pre-roll with %j fits an event or says why not: %s', (preroll, match) => {
  expect(matchEntries(preroll, EVENT)).toBe(match)
})
