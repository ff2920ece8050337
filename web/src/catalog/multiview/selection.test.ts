import { expect, it } from 'vitest'
import { multiViewPath, parseGames, toggleGame } from './selection'

it.each([
  ['12,15,18', [12, 15, 18]],
  ['12', [12]],
  ['12,12,15', [12, 15]],
  ['1,2,3,4,5', [1, 2, 3, 4]],
  ['x,-3,0,1.5,7', [7]],
  ['', []],
  [null, []],
])('the games in the URL %s', (value, ids) => {
  expect(parseGames(value)).toEqual(ids)
})

it('the URL of a multi-view names its games in their order', () => {
  expect(multiViewPath([15, 12])).toBe('/multiview?events=15,12')
  expect(multiViewPath([])).toBe('/multiview')
})

it('a press adds a game or removes it, and a fifth one does not fit', () => {
  expect(toggleGame([1, 2], 3)).toEqual([1, 2, 3])
  expect(toggleGame([1, 2], 1)).toEqual([2])
  expect(toggleGame([1, 2, 3, 4], 5)).toEqual([1, 2, 3, 4])
})
