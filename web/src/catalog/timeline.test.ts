import { describe, expect, it } from 'vitest'
import { sampleTimeline, snapshot } from './fakes'
import { applyDelta, formatGameClock, instantOf, positionOf, snapshotAt } from './timeline'

describe('a timeline', () => {
  it('says which score was valid at a time', () => {
    const timeline = sampleTimeline({
      snapshots: [snapshot(1000, [0, 0]), snapshot(5000, [1, 0]), snapshot(9000, [1, 1])],
    })
    expect(snapshotAt(timeline, 999)).toBeNull()
    expect(snapshotAt(timeline, 5000)?.points).toEqual([1, 0])
    expect(snapshotAt(timeline, 8999)?.points).toEqual([1, 0])
    expect(snapshotAt(timeline, 99_000)?.points).toEqual([1, 1])
  })

  it('is replaced by a delta from the time of the first change', () => {
    const known = sampleTimeline({ snapshots: [snapshot(1000, [0, 0]), snapshot(5000, [1, 0])] })
    const delta = sampleTimeline({
      revision: 3,
      replaces_from_ms: 5000,
      snapshots: [snapshot(5000, [0, 1]), snapshot(7000, [0, 2])],
    })
    const merged = applyDelta(known, delta)
    expect(merged.revision).toBe(3)
    expect(merged.snapshots.map(({ points }) => points)).toEqual([
      [0, 0],
      [0, 1],
      [0, 2],
    ])
  })

  it('stays as it is if a delta has no change', () => {
    const known = sampleTimeline({ snapshots: [snapshot(1000, [0, 0])] })
    const delta = sampleTimeline({ revision: 2, replaces_from_ms: null, snapshots: [] })
    expect(applyDelta(known, delta)).toEqual({ ...known, revision: 2 })
  })
})

describe('the wall clock of a recording', () => {
  const anchors = [
    { position_ms: 0, at_ms: 1_000_000 },
    { position_ms: 5000, at_ms: 1_060_000 },
  ]

  it('jumps where the stream was interrupted', () => {
    expect(instantOf(anchors, 4999)).toBe(1_004_999)
    expect(instantOf(anchors, 5000)).toBe(1_060_000)
    expect(instantOf([], 5000)).toBeNull()
  })

  it('finds the position of a time, and the next recorded one for a time in a break', () => {
    expect(positionOf(anchors, 1_002_000)).toBe(2000)
    expect(positionOf(anchors, 1_030_000)).toBe(5000)
    expect(positionOf(anchors, 1_061_000)).toBe(6000)
    expect(positionOf(anchors, 999_999)).toBeNull()
  })
})

describe('a game clock', () => {
  const running = { shown_ms: 372_000, since_ms: 10_000, is_running: true }

  it('counts down, shows a second until it is over, and stops at zero', () => {
    expect(formatGameClock(running, 'down', 10_000)).toBe('6:12')
    expect(formatGameClock(running, 'down', 10_400)).toBe('6:12')
    expect(formatGameClock(running, 'down', 11_001)).toBe('6:11')
    expect(formatGameClock(running, 'down', 999_999)).toBe('0:00')
  })

  it('counts up from the second that has begun', () => {
    expect(formatGameClock(running, 'up', 10_900)).toBe('6:12')
    expect(formatGameClock(running, 'up', 11_000)).toBe('6:13')
  })

  it('stands while it is stopped', () => {
    expect(formatGameClock({ ...running, is_running: false }, 'down', 99_000)).toBe('6:12')
    expect(formatGameClock(null, 'down', 99_000)).toBeNull()
  })
})
