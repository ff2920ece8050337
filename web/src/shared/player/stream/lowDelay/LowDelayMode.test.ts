import { expect, test } from 'vitest'
import { LowDelayMode } from './LowDelayMode'

const OFFER = { 'org.touchline.parts': { VALUE: 'YES' } }

function createMode(distance: number | null = 2, isAllowed = true): LowDelayMode {
  const mode = new LowDelayMode(isAllowed, () => distance)
  mode.offer(OFFER)
  return mode
}

test('a stream with parts is played with a low delay', () => {
  expect(createMode().isOn).toBe(true)
})

test('a stream without parts, or one that shares its connection, is not', () => {
  expect(createMode(2, false).isOn).toBe(false)
  const mode = createMode()
  mode.offer(null)
  expect(mode.isOn).toBe(false)
})

test('one stall keeps the low delay, a second one within a minute ends it', () => {
  const mode = createMode()
  expect(mode.stalled(0)).toBe(false)
  expect(mode.stalled(61_000)).toBe(false)
  expect(mode.isOn).toBe(true)
  expect(mode.stalled(90_000)).toBe(true)
  expect(mode.isOn).toBe(false)
  expect(mode.stalled(91_000)).toBe(false)
})

test('a connection that lost the low delay does not get it back with a new signature', () => {
  const mode = createMode()
  mode.turnOff()
  mode.offer(OFFER)
  expect(mode.isOn).toBe(false)
})

test('a viewer who watches an earlier moment is not near the edge', () => {
  expect(createMode(null).isNearEdge()).toBe(true)
  expect(createMode(3).isNearEdge()).toBe(true)
  expect(createMode(30).isNearEdge()).toBe(false)
})

test('the next part is not expected before most of it has passed', () => {
  const mode = createMode()
  expect(mode.untilNextPart(0.75)).toBe(0)
  mode.partAppeared(0.5)
  expect(mode.untilNextPart(0.75)).toBeGreaterThan(300)
  expect(mode.untilNextPart(0.75)).toBeLessThanOrEqual(375)
})
