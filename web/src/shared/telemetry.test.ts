import { expect, it, vi } from 'vitest'
import { Telemetry } from './telemetry'

it('events before the first listener are delivered to it later, with their times', () => {
  let now = 1
  const telemetry = new Telemetry(() => now)
  telemetry.emit('page', { path: '/' })
  now = 2
  const listener = vi.fn()
  telemetry.listen(listener)
  now = 3
  telemetry.emit('login', {})
  expect(listener.mock.calls.map(([event]) => event)).toEqual([
    { name: 'page', payload: { path: '/' }, at: 1 },
    { name: 'login', payload: {}, at: 3 },
  ])
})

it('only a limited number of events is kept for later listeners', () => {
  const telemetry = new Telemetry()
  for (let page = 0; page < 150; page++) telemetry.emit('page', { path: `/watch/${page}` })
  const listener = vi.fn()
  telemetry.listen(listener)
  expect(listener).toHaveBeenCalledTimes(100)
})
