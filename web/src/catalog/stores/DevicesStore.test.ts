import { beforeEach, expect, it } from 'vitest'
import type { WatchingDevices } from '../devicesApi'
import { DevicesStore } from './DevicesStore'

const final = { kind: 'event', id: 3 } as const
/** A library item with the same number. */
const documentary = { kind: 'vod', id: 3 } as const
const full: WatchingDevices = {
  admission: 'full',
  limit: 1,
  devices: [
    {
      session_id: 7,
      name: 'Chrome on Windows',
      platform: 'desktop',
      since: '2026-12-01T19:00:00Z',
      title: 'Final',
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
    list: async ({ kind, id }) => {
      calls.push(`list ${kind} ${id}`)
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
  expect(await store.check(final)).toBe(false)
  expect(store.refusalOf(final)).toBe(full)
  await store.stop(7)
  expect(calls).toEqual(['list event 3', 'stop 7', 'list event 3'])
  expect([store.refusalOf(final), store.outcome, store.pending]).toEqual([null, 'regained', null])
})

it('keeps the panel if another device took the place', async () => {
  answers = [full, full]
  await store.check(final)
  await store.resume()
  expect([store.refusalOf(final), store.outcome]).toEqual([full, null])
})

it('keeps the panel and reports a failure', async () => {
  answers = [full, new Error('offline')]
  await store.check(final)
  await store.stop(7)
  expect([store.refusalOf(final), store.outcome, store.pending]).toEqual([full, 'failed', null])
  store.enter(final)()
  expect([store.refusalOf(final), store.outcome]).toEqual([null, null])
})

it('watches every video of the page again after one press', async () => {
  answers = [full, full, allowed, full]
  await store.check(final)
  await store.check(documentary)
  await store.stop(7)
  expect(calls.slice(2)).toEqual(['stop 7', 'list event 3', 'list vod 3'])
  expect([store.refusalOf(final), store.refusalOf(documentary), store.outcome]).toEqual([
    null,
    full,
    'regained',
  ])
})

it('keeps the place of this device until the last player of the page is removed', () => {
  const exits = [final, documentary].map(content => store.enter(content))
  exits[0]?.()
  expect(calls).toEqual([])
  exits[1]?.()
  expect(calls).toEqual(['leave'])
})

it('ignores a second press while the first is running', async () => {
  answers = [full, allowed]
  await store.check(final)
  await Promise.all([store.stop(7), store.resume()])
  expect(calls).toEqual(['list event 3', 'stop 7', 'list event 3'])
})

it('does not fail when a page that closes cannot reach the server', () => {
  expect(() => store.leave()).not.toThrow()
})
