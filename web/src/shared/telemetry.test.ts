import { expect, it, vi } from 'vitest'
import { Telemetry } from './telemetry'

it('what was told before somebody listens is heard once they do, with its time', () => {
  let now = 1
  const telling = new Telemetry(() => now)
  telling.emit('page', { path: '/' })
  now = 2
  const heard = vi.fn()
  telling.listen(heard)
  now = 3
  telling.emit('login', {})
  expect(heard.mock.calls.map(([told]) => told)).toEqual([
    { name: 'page', payload: { path: '/' }, at: 1 },
    { name: 'login', payload: {}, at: 3 },
  ])
})

it('so much is kept for whoever listens later, and no more', () => {
  const telling = new Telemetry()
  for (let page = 0; page < 150; page++) telling.emit('page', { path: `/watch/${page}` })
  const heard = vi.fn()
  telling.listen(heard)
  expect(heard).toHaveBeenCalledTimes(100)
})
