import { describe, expect, it } from 'vitest'
import { bestForCamera, decideQuality, fitSize, QUALITIES } from './quality'

const [full, hd, medium, low, lowest] = QUALITIES.keys()

describe('the quality', () => {
  it.each([
    // [name, current, Mbit/s or null, seconds behind, Mbit behind, seconds since the change, decided]
    ['stays while the line keeps up', hd, 4, 2, 5, 60, hd],
    ['rises one step on a fast line', hd, 10, 2, 5, 30, full],
    ['rises by one step only', low, 50, 1, 1, 30, medium],
    ['does not rise soon after a change', hd, 10, 2, 5, 10, hd],
    ['does not rise while video waits', hd, 10, 5, 12, 60, hd],
    ['does not rise above the best', full, 50, 0, 0, 600, full],
    ['falls to what the line carries', full, 2, 10, 10, 60, medium],
    ['falls by at least one step', hd, 3, 10, 25, 60, medium],
    ['falls further if more waits', full, 1.5, 10, 20, 60, low],
    ['falls to the lowest on a very slow line', hd, 0.1, 20, 50, 60, lowest],
    ['does not fall below the lowest', lowest, 0.05, 100, 30, 600, lowest],
    ['does not fall twice before the change shows', medium, 1, 20, 20, 3, medium],
    ['stays while a fast line catches up', medium, 8, 60, 70, 60, medium],
    ['stays on a fast line that is gone for ten minutes', hd, 20, 600, 1500, 600, hd],
    ['falls on a slow line that is gone for half a minute', hd, 1, 30, 75, 60, lowest],
    ['stays before anything was sent', hd, null, 300, 700, 60, hd],
  ])('%s', (_name, current, megabits, backlogSeconds, backlogMegabits, secondsSinceChange, decided) => {
    const uploadRate = megabits === null ? null : Number(megabits) * 1e6
    const backlogBits = Number(backlogMegabits) * 1e6
    const line = { uploadRate, backlogSeconds, backlogBits, secondsSinceChange }
    expect(decideQuality(Number(current), line)).toBe(decided)
  })

  it('is at most that of the camera', () => {
    expect([2160, 1080, 720, 480, 144].map(bestForCamera)).toEqual([full, full, hd, low, lowest])
  })

  it('has a size in the direction of the phone, with even sides', () => {
    const quality = QUALITIES[1] ?? QUALITIES[0]
    expect(fitSize(quality, { width: 1920, height: 1080 })).toEqual({ width: 1280, height: 720 })
    expect(fitSize(quality, { width: 1080, height: 1920 })).toEqual({ width: 720, height: 1280 })
    expect(fitSize(quality, { width: 641, height: 361 })).toEqual({ width: 642, height: 362 })
  })
})
