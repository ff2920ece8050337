import { beforeEach, describe, expect, it, vi } from 'vitest'
import { registerHandlers } from './handlers'
import { messagePath, toNotification } from './notifications'
import type { WindowClientLike, WorkerScope } from './scope'

const MESSAGE = { title: 'Live now', body: 'Timber @ Tide', url: '/watch/12', tag: 'event-12' }
const handlers = new Map<string, (event: never) => void>()
let notifications: [string, NotificationOptions][]
let opened: string[]
let pages: WindowClientLike[]

/** Dispatch an event to the worker and wait for all work that it starts. */
async function dispatch(type: string, event: object): Promise<void> {
  const pending: Promise<unknown>[] = []
  handlers.get(type)?.({ ...event, waitUntil: (done: Promise<unknown>) => pending.push(done) } as never)
  await Promise.all(pending)
}
/** Create an open tab of the site, with a spy that detects navigation. */
const createClient = (path: string) => ({
  url: `https://prairie.example${path}`,
  visibilityState: 'visible' as 'visible' | 'hidden',
  focus: vi.fn(async () => undefined),
  navigate: vi.fn(async () => undefined),
})
const press = (data: unknown) =>
  dispatch('notificationclick', { notification: { data, close: () => undefined } })

beforeEach(() => {
  notifications = []
  opened = []
  pages = []
  const scope: WorkerScope = {
    registration: {
      showNotification: async (title, options) => void notifications.push([title, options]),
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () => pages,
      openWindow: async path => opened.push(path),
    },
    location: { origin: 'https://prairie.example', hostname: 'prairie.example' },
    skipWaiting: async () => undefined,
    addEventListener: (type: string, listener: (event: never) => void) => void handlers.set(type, listener),
  }
  registerHandlers(scope)
})

describe('a push message', () => {
  it('is shown with the server’s text, and replaces the previous one for the same game', async () => {
    await dispatch('push', { data: { text: () => JSON.stringify(MESSAGE) } })
    expect(notifications).toEqual([
      ['Live now', expect.objectContaining({ body: 'Timber @ Tide', tag: 'event-12', data: '/watch/12' })],
    ])
  })

  it('with a score replaces the last one with a sound', async () => {
    await dispatch('push', { data: { text: () => JSON.stringify({ ...MESSAGE, score: true }) } })
    await dispatch('push', { data: { text: () => JSON.stringify(MESSAGE) } })
    expect(notifications.map(([, options]) => 'renotify' in options)).toEqual([true, false])
  })

  it('with a score is not shown while a visible tab shows the game', async () => {
    const score = { data: { text: () => JSON.stringify({ ...MESSAGE, score: true }) } }
    pages = [{ ...createClient('/watch/12?t=30'), visibilityState: 'hidden' }, createClient('/watch/1')]
    await dispatch('push', score)
    expect(notifications).toHaveLength(1)
    pages = [createClient('/watch/12?t=30')]
    await dispatch('push', score)
    expect(notifications).toHaveLength(1)
    await dispatch('push', { data: { text: () => JSON.stringify(MESSAGE) } })
    expect(notifications).toHaveLength(2)
  })

  it('is shown even if it is unreadable, because browsers could revoke push otherwise', async () => {
    for (const text of ['', 'null', '[]', '{"title": 5}', '{']) {
      await dispatch('push', { data: { text: () => text } })
    }
    await dispatch('push', { data: null })
    expect(notifications.map(([title]) => title)).toEqual(Array(6).fill('prairie.example'))
    expect(toNotification('{', 'prairie.example').options.data).toBe('/')
  })
})

describe('a press on the notification', () => {
  it('opens the page of the game', async () => {
    await press('/watch/12')
    expect(opened).toEqual(['/watch/12'])
  })

  it('focuses a tab that already shows the game', async () => {
    const other = createClient('/')
    const page = createClient('/watch/12?t=30')
    pages = [{ ...other, url: 'about:blank' }, other, page]
    await press('/watch/12?trk=push')
    expect([other.focus, page.focus].map(focus => focus.mock.calls.length)).toEqual([0, 1])
    expect(opened).toEqual([])
  })

  it('does not navigate other tabs, where the viewer may be writing or paying', async () => {
    const page = createClient('/register')
    pages = [page]
    await press('/watch/12')
    expect([page.focus.mock.calls, page.navigate.mock.calls, opened]).toEqual([[], [], ['/watch/12']])
  })

  it('opens a new tab if the existing one cannot be focused', async () => {
    pages = [{ ...createClient('/watch/12'), focus: () => Promise.reject(new TypeError('not ours')) }]
    await press('/watch/12')
    expect(opened).toEqual(['/watch/12'])
  })

  it('never opens another site', () => {
    const at = (data: unknown) => messagePath(data, 'https://prairie.example')
    expect(at('/watch/12?trk=push')).toBe('/watch/12?trk=push')
    for (const data of [
      'https://elsewhere.example/x',
      '//elsewhere.example',
      'javascript:alert(1)',
      null,
      5n,
    ]) {
      expect(at(data).startsWith('/'), String(data)).toBe(true)
      expect(at(data)).not.toContain('elsewhere')
    }
  })
})
