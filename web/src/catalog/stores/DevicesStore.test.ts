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
    leave: async () => {
      calls.push('leave')
      throw new Error('offline')
    },
  })
})

it('shows the devices when all places are taken, and the player after one was stopped', async () => {
  answers = [full, allowed]
  expect(await store.check(3)).toBe(false)
  expect(store.refusals.get(3)).toBe(full)
  await store.stop(7)
  expect(calls).toEqual(['list 3', 'stop 7', 'list 3'])
  expect([store.refusals.get(3), store.outcome, store.pending]).toEqual([undefined, 'regained', null])
})

it('keeps the panel if another device took the place', async () => {
  answers = [full, full]
  await store.check(3)
  await store.resume()
  expect([store.refusals.get(3), store.outcome]).toEqual([full, null])
})

it('keeps the panel and reports a failure', async () => {
  answers = [full, new Error('offline')]
  await store.check(3)
  await store.stop(7)
  expect([store.refusals.get(3), store.outcome, store.pending]).toEqual([full, 'failed', null])
  store.enter(3)()
  expect([store.refusals.get(3), store.outcome]).toEqual([undefined, null])
})

it('watches every game of the page again after one press', async () => {
  answers = [full, full, allowed, full]
  await store.check(3)
  await store.check(4)
  await store.stop(7)
  expect(calls.slice(2)).toEqual(['stop 7', 'list 3', 'list 4'])
  expect([[...store.refusals.keys()], store.outcome]).toEqual([[4], 'regained'])
})

it('keeps the place of this device until the last player of the page is removed', () => {
  const exits = [3, 4].map(id => store.enter(id))
  exits[0]?.()
  expect(calls).toEqual([])
  exits[1]?.()
  expect(calls).toEqual(['leave'])
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
