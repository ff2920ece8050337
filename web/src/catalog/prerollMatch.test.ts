import { expect, it } from 'vitest'
import { chosenPrerolls, matchEntries, toPrerollsField } from './prerollMatch'

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

it('plays before an event that names it, whatever its location and category', () => {
  const chosen = { ...EVENT, prerolls: ['bank'] }
  expect(matchEntries({ key: 'bank', location: 'park' }, chosen)).toBe('plays')
  expect(matchEntries({ key: 'bank', weight: 0 }, chosen)).toBe('never')
  expect(matchEntries({ key: 'feed', location: 'rink' }, chosen)).toBe('not_chosen')
  expect(matchEntries({ key: 'bank' }, { ...EVENT, prerolls: 'none' })).toBe('not_chosen')
})

it.each([null, [], ['bank', 'feed']])('the choice %j is read as it was written', keys => {
  expect(chosenPrerolls({ ...EVENT, prerolls: toPrerollsField(keys) })).toEqual(keys)
})
