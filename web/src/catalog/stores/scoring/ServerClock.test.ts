import { expect, it } from 'vitest'
import { ServerClock } from './ServerClock'

/** Return a server clock on a device whose clocks the test moves. */
function createClock(savedOffset = 0) {
  const time = { monotonic: 0, device: 5000 }
  const clock = new ServerClock(
    savedOffset,
    () => time.monotonic,
    () => time.device,
  )
  const pass = (milliseconds: number) => {
    time.monotonic += milliseconds
    time.device += milliseconds
  }
  return { clock, time, pass }
}

it('before the first response, the clock is the one of the device with the saved difference', () => {
  const { clock, pass } = createClock(700)
  pass(100)
  expect(clock.now()).toBe(5800)
  expect(clock.offset).toBe(700)
})

it('the server read its clock in the middle of the round trip', () => {
  const { clock, pass } = createClock()
  const requestedAt = clock.startRequest()
  pass(200)
  clock.sync(90_000, requestedAt)
  expect(clock.now()).toBe(90_100)
})

it('a slow response does not replace the time of a quick one', () => {
  const { clock, pass } = createClock()
  let requestedAt = clock.startRequest()
  pass(20)
  clock.sync(90_000, requestedAt)
  requestedAt = clock.startRequest()
  pass(4000)
  clock.sync(90_010, requestedAt)
  expect(clock.now()).toBe(94_010)
})

it('after a minute, a slow response is better than an old one', () => {
  const { clock, pass } = createClock()
  let requestedAt = clock.startRequest()
  pass(20)
  clock.sync(90_000, requestedAt)
  pass(70_000)
  requestedAt = clock.startRequest()
  pass(400)
  clock.sync(161_000, requestedAt)
  expect(clock.now()).toBe(161_200)
})

it('the clock never goes back', () => {
  const { clock, pass } = createClock()
  pass(1000)
  const before = clock.now()
  clock.sync(10, clock.startRequest())
  expect(clock.now()).toBe(before)
})

it('a device that has slept is noticed by its own clock', () => {
  const { clock, time, pass } = createClock()
  clock.sync(90_000, clock.startRequest())
  time.device += 60_000
  pass(1000)
  expect(clock.now()).toBe(151_000)
})
