import { expect, test } from 'vitest'
import { DryStreamDetector, Watchdog } from './watchdog'

const ticks = (dog: Watchdog, count: number, waiting: boolean) =>
  Array.from({ length: count }, () => dog.tick(waiting, !waiting)).filter(Boolean)

test('twenty seconds without a new frame are a stall', () => {
  const dog = new Watchdog()
  expect(ticks(dog, 19, true)).toEqual([])
  expect(ticks(dog, 1, true)).toEqual(['stalled'])
})

test('a new frame resets the count', () => {
  const dog = new Watchdog()
  ticks(dog, 19, true)
  ticks(dog, 1, false)
  expect(ticks(dog, 19, true)).toEqual([])
})

test('half a minute of stable playback is reported once', () => {
  expect(ticks(new Watchdog(), 45, false)).toEqual(['healthy'])
})

test('a paused player never stalls', () => {
  const dog = new Watchdog()
  expect(Array.from({ length: 60 }, () => dog.tick(false, false)).filter(Boolean)).toEqual([])
})

test('a live stream with a short gap is not reported, and a long gap is reported once', () => {
  const reports: boolean[] = []
  const dry = new DryStreamDetector(is => reports.push(is))
  const tick = (is: boolean, count: number) => Array.from({ length: count }, () => dry.tick(is))
  tick(true, 3)
  tick(false, 1)
  expect(reports).toEqual([])
  tick(true, 60)
  tick(false, 5)
  expect(reports).toEqual([true, false])
})
