import { describe, expect, it } from 'vitest'
import { bestForCamera, decideQuality, fitSize, QUALITIES } from './quality'

const [full, hd, medium, low, lowest] = QUALITIES.keys()

describe('the quality', () => {
  it.each([
    // [name, current, Mbit/s or null, seconds behind, seconds since the change, decided]
    ['stays while the line keeps up', hd, 4, 2, 60, hd],
    ['rises one step on a fast line', hd, 10, 2, 30, full],
    ['rises by one step only', low, 50, 1, 30, medium],
    ['does not rise soon after a change', hd, 10, 2, 10, hd],
    ['does not rise while video waits', hd, 10, 6, 60, hd],
    ['does not rise above the best', full, 50, 0, 600, full],
    ['falls to what the line carries', full, 1, 10, 60, low],
    ['falls by at least one step', hd, 3, 10, 60, medium],
    ['falls to the lowest on a very slow line', hd, 0.1, 20, 60, lowest],
    ['does not fall below the lowest', lowest, 0.05, 100, 600, lowest],
    ['does not fall twice before the change shows', medium, 1, 20, 3, medium],
    ['stays while a fast line catches up', medium, 8, 60, 60, medium],
    ['stays while the server does not answer', hd, null, 300, 60, hd],
  ])('%s', (_name, current, megabits, backlogSeconds, secondsSinceChange, decided) => {
    const uploadRate = megabits === null ? null : Number(megabits) * 1e6
    expect(decideQuality(Number(current), { uploadRate, backlogSeconds, secondsSinceChange })).toBe(decided)
  })

  it('is at most that of the camera', () => {
    expect([2160, 1080, 720, 480, 144].map(bestForCamera)).toEqual([full, full, hd, low, lowest])
  })

  it('has a size in the direction of the phone, with even sides', () => {
    const quality = QUALITIES[1] ?? QUALITIES[0]
    expect(fitSize(quality, 1920, 1080)).toEqual({ width: 1280, height: 720 })
    expect(fitSize(quality, 1080, 1920)).toEqual({ width: 720, height: 1280 })
    expect(fitSize(quality, 641, 361)).toEqual({ width: 642, height: 362 })
  })
})
