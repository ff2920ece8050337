import { beforeEach, expect, it } from 'vitest'
import type { WatchingDevices } from '../devicesApi'
import { DevicesStore } from './DevicesStore'

const full: WatchingDevices = {
  admission: 'full',
  limit: 1,
  devices: [
    {
      session_id: 7,
      name: 'Chrome on Windows',
      platform: 'desktop',
      since: '2026-12-01T19:00:00Z',
      event_id: 3,
      event_name: 'Final',
      is_current: false,
    },
  ],
}
const allowed: WatchingDevices = { admission: 'allowed', limit: 1, devices: [] }
let answers: (WatchingDevices | Error)[]
let calls: string[]
let store: DevicesStore

beforeEach(() => {
  answers = []
  calls = []
  store = new DevicesStore({
    list: async eventId => {
      calls.push(`list ${eventId}`)
      const answer = answers.shift() ?? allowed
      if (answer instanceof Error) throw answer
      return answer
    },
    stop: async sessionId => void calls.push(`stop ${sessionId}`),
    resume: async () => void calls.push('resume'),
    leave: async () => Promise.reject(new Error('offline')),
  })
})

it('shows the devices when all places are taken, and the player after one was stopped', async () => {
  answers = [full, allowed]
  expect(await store.check(3)).toBe(false)
  expect(store.refusal).toBe(full)
  await store.stop(7)
  expect(calls).toEqual(['list 3', 'stop 7', 'list 3'])
  expect([store.refusal, store.outcome, store.pending]).toEqual([null, 'regained', null])
})

it('keeps the panel if another device took the place', async () => {
  answers = [full, full]
  await store.check(3)
  await store.resume()
  expect([store.refusal, store.outcome]).toEqual([full, null])
})

it('keeps the panel and reports a failure', async () => {
  answers = [full, new Error('offline')]
  await store.check(3)
  await store.stop(7)
  expect([store.refusal, store.outcome, store.pending]).toEqual([full, 'failed', null])
  store.clear()
  expect([store.refusal, store.outcome]).toEqual([null, null])
})

it('ignores a second press while the first is running', async () => {
  answers = [full, allowed]
  await store.check(3)
  await Promise.all([store.stop(7), store.resume()])
  expect(calls).toEqual(['list 3', 'stop 7', 'list 3'])
})

it('does not fail when a page that closes cannot reach the server', () => {
  expect(() => store.leave()).not.toThrow()
})
