import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { RangeStore } from './RangeStore'

configure({ enforceActions: 'always' })

const AVAILABLE = { start: 0, end: 5400 }
let range: RangeStore

beforeEach(() => {
  range = new RangeStore()
  range.syncWithPlayer({ playhead: 100, available: AVAILABLE, frameRate: 25, origin: 0 })
  range.initialize(AVAILABLE, { start: 100, end: 124 })
})
const createRange = () => [range.start, range.end]
const secondsAt = (head: number) =>
  range.syncWithPlayer({ playhead: head, available: AVAILABLE, frameRate: 25, origin: 0 })

describe('a selection', () => {
  it('starts some seconds before the given position', () => {
    range.initialize(AVAILABLE, { at: 1000 })
    expect(createRange()).toEqual([985, 1005])
    range.initialize(AVAILABLE, { at: 2 })
    expect(createRange()).toEqual([0, 20])
    range.initialize({ start: 0, end: 12 }, { at: 6 })
    expect(createRange()).toEqual([0, 12])
  })

  it('starts and ends between frames', () => {
    range.setStart(100.05)
    range.setEnd(110.07)
    expect(range.start).toBeCloseTo(100.04)
    expect(range.end).toBeCloseTo(110.08)
  })

  it('is never longer than 5 minutes or shorter than a second, whichever handle moves', () => {
    range.setEnd(900)
    expect(createRange()).toEqual([100, 400])
    range.setStart(0)
    expect(createRange()).toEqual([100, 400])
    range.setStart(399.9)
    expect(createRange()).toEqual([399, 400])
    range.setEnd(10)
    expect(createRange()).toEqual([399, 400])
  })

  it('stays within the game', () => {
    range.initialize(AVAILABLE, { start: 5380, end: 5390 })
    range.setEnd(9000)
    expect(range.end).toBe(5400)
    range.initialize(AVAILABLE, { start: 3, end: 13 })
    range.setStart(-5)
    expect(range.start).toBe(0)
  })

  it('shows an error for a typed end outside the recording', () => {
    range.initialize(AVAILABLE, { start: 5380, end: 5390 })
    expect(range.isPastEnd).toBe(false)
    range.typeEnd(5410)
    expect(range.isPastEnd).toBe(true)
  })
})

describe('marking', () => {
  it('sets the start to the current frame', () => {
    secondsAt(110.02)
    range.markStart()
    expect(createRange()).toEqual([110, 124])
  })

  it('sets the end to the current frame', () => {
    secondsAt(110.02)
    range.markEnd()
    expect(range.end).toBeCloseTo(110.04)
  })

  it('moves the whole range if the start is after the end, or the end before the start', () => {
    secondsAt(500.02)
    range.markStart()
    expect(createRange()).toEqual([500, 524])
    secondsAt(50.02)
    range.markEnd()
    expect(range.end).toBeCloseTo(50.04)
    expect(range.start).toBeCloseTo(26.04)
  })

  it('limits the range to 5 minutes', () => {
    secondsAt(700.02)
    range.markEnd()
    expect(range.end - range.start).toBeCloseTo(300)
    expect(range.end).toBeCloseTo(700.04)
  })
})
