import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer, listResponse, MemoryStorage } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { EngagementApi } from '../api'
import { aPosition } from '../fakes'
import { MAX_QUEUED } from './PositionQueue'
import { PositionsStore, SEND_INTERVAL_MS, STALE_AFTER_MS } from './PositionsStore'

configure({ enforceActions: 'always' })

const SEND_PATH = '/api/watch-position'
const LIST = '/api/watch-positions'
const EVENT = { kind: 'event', id: 12 } as const
const LIBRARY_ITEM = { kind: 'vod', id: 4 } as const
let server: FakeServer
let storage: BrowserStorage
let now: number

const viewer = { id: 7 }
const open = (owner = viewer) =>
  new PositionsStore(new EngagementApi(createShell(server).api), storage, owner, () => now)
const sentPositions = () =>
  server.requests.filter(({ path }) => path === SEND_PATH).map(({ body }) => body?.position)
const advance = () => new Promise(resolve => setTimeout(resolve))
/** Simulate playback: the player reports four times a second. */
const simulateWatching = (
  store: PositionsStore,
  from: number,
  to: number,
  content: typeof EVENT | typeof LIBRARY_ITEM = EVENT,
) => {
  for (let at = from; at <= to; at += 0.25) {
    now += 250
    store.update(content, at, 3600)
  }
}

beforeEach(() => {
  now = 1_000_000
  storage = new BrowserStorage('test.', new MemoryStorage())
  server = new FakeServer().on(SEND_PATH, { status: 204 }).on(LIST, listResponse([]))
})

describe('the watch position', () => {
  it('is sent every 10 seconds, in whole seconds', async () => {
    const store = open()
    simulateWatching(store, 0, 2.5 * (SEND_INTERVAL_MS / 1000))
    await advance()
    expect(sentPositions()).toEqual([10, 20])
  })

  it('is sent on pause and when the page closes, once each', async () => {
    const store = open()
    simulateWatching(store, 40, 43)
    store.flush()
    store.flush()
    simulateWatching(store, 43, 45)
    store.flush(true)
    await advance()
    expect(sentPositions()).toEqual([43, 45])
  })

  it('is sent when the viewer opens other content, and on stop', async () => {
    const store = open()
    simulateWatching(store, 40, 42)
    simulateWatching(store, 90, 92, LIBRARY_ITEM)
    store.stop()
    await advance()
    expect(server.requests.map(({ body }) => [body?.kind, body?.item_id, body?.position])).toEqual([
      ['event', 12, 42],
      ['vod', 4, 92],
    ])
  })

  it('is not sent without a viewer or a known duration', async () => {
    simulateWatching(open({ id: null } as never), 0, 30)
    const store = open()
    store.update(EVENT, 30, Number.NaN)
    store.update(EVENT, 30, Number.POSITIVE_INFINITY)
    store.flush()
    await advance()
    expect(server.paths).toEqual([])
  })

  it('appears on cards at once, except near the start and the end of a video', () => {
    const store = open()
    simulateWatching(store, 100, 112)
    expect(store.get(EVENT)).toMatchObject({ position: 110, duration: 3600 })
    store.update(EVENT, 3500, 3600)
    store.flush()
    expect(store.get(EVENT)).toBeNull()
    store.update(EVENT, 4, 3600)
    store.flush()
    expect(store.inProgress).toEqual([])
  })
})

describe('without a connection', () => {
  /** Stop the game at 60 s and the library item at 70 s, while no request succeeds. */
  const watchBoth = async () => {
    server.on(SEND_PATH, new TypeError('offline'))
    const store = open()
    store.update(EVENT, 60, 3600)
    store.stop()
    store.update(LIBRARY_ITEM, 70, 3600)
    store.stop()
    await advance()
    server.requests.length = 0
  }

  it('the last position of each video waits, and is sent when the connection returns', async () => {
    server.on(SEND_PATH, new TypeError('offline'))
    const store = open()
    simulateWatching(store, 10, 45)
    simulateWatching(store, 100, 115, LIBRARY_ITEM)
    store.stop()
    await advance()
    expect(sentPositions()).not.toEqual([])
    server.requests.length = 0
    server.on(SEND_PATH, { status: 204 })
    await open().sendQueue()
    expect(server.requests.map(({ body }) => [body?.kind, body?.position])).toEqual([
      ['event', 45],
      ['vod', 115],
    ])
    await open().sendQueue()
    expect(server.requests).toHaveLength(2)
  })

  it('keeps a newer position from another device, and overrides an older one', async () => {
    await watchBoth()
    const since = new Date(now + 30_000).toISOString()
    const before = new Date(now - 30_000).toISOString()
    now += STALE_AFTER_MS
    server
      .on(SEND_PATH, { status: 204 })
      .on(
        LIST,
        listResponse([aPosition(12, { position: 900, watched_at: since })]),
        listResponse([aPosition(4, { kind: 'vod', position: 5, watched_at: before })]),
      )
    const again = open()
    await again.sendQueue()
    expect(sentPositions()).toEqual([70])
    expect(again.get(EVENT)?.position).toBe(900)
  })

  it('the number of waiting positions is limited', async () => {
    server.on(SEND_PATH, new TypeError('offline'))
    const store = open()
    for (let id = 1; id <= MAX_QUEUED + 5; id++) {
      store.update({ kind: 'event', id }, 60, 3600)
      store.stop()
    }
    await advance()
    server.requests.length = 0
    server.on(SEND_PATH, { status: 204 })
    await open().sendQueue()
    expect(server.requests).toHaveLength(MAX_QUEUED)
    expect(server.requests[0]?.body?.item_id).toBe(6)
  })

  it('does not send positions of another viewer of this browser', async () => {
    server.on(SEND_PATH, new TypeError('offline'))
    const store = open()
    simulateWatching(store, 40, 60)
    await advance()
    server.requests.length = 0
    await open({ id: 8 }).sendQueue()
    expect(server.requests).toEqual([])
  })

  it('a position that the server rejects is dropped, and the others are sent', async () => {
    await watchBoth()
    server.on(SEND_PATH, { status: 404 }, { status: 204 })
    await open().sendQueue()
    expect(sentPositions()).toEqual([60, 70])
    await open().sendQueue()
    expect(sentPositions()).toHaveLength(2)
  })
})

describe('the start position', () => {
  it('is the last position on any device', async () => {
    server.on(LIST, listResponse([aPosition(12, { position: 754 })]))
    expect(await open().getStart(EVENT)).toBe(754)
    expect(server.requests[0]?.query).toMatchObject({ kind: 'event', item_id: '12' })
  })

  it('is zero without a known position', async () => {
    expect(await open().getStart(EVENT)).toBe(0)
  })

  it('is unknown if the request fails', async () => {
    server.on(LIST, { status: 503 })
    await expect(open().getStart(EVENT)).rejects.toMatchObject({ status: 503 })
  })

  it('is the unsent position of this browser', async () => {
    server.on(SEND_PATH, new TypeError('offline')).on(LIST, listResponse([aPosition(12, { position: 20 })]))
    const store = open()
    simulateWatching(store, 100, 130)
    store.stop()
    expect(await open().getStart(EVENT)).toBe(130)
  })

  it('is zero for a finished or barely started video whose position is unsent', async () => {
    server.on(SEND_PATH, new TypeError('offline')).on(LIST, listResponse([aPosition(12, { position: 20 })]))
    for (const position of [3500, 4]) {
      const store = open()
      store.update(EVENT, position, 3600)
      store.stop()
      expect(await open().getStart(EVENT)).toBe(0)
    }
  })
})

describe('the items in progress', () => {
  it('are listed newest first, and removed at once', async () => {
    const old = aPosition(1, { watched_at: '2026-11-01T00:00:00Z' })
    server.on(LIST, listResponse([old, aPosition(2)])).on('/api/watch-position/event/2', { status: 204 })
    const store = open()
    await store.load()
    expect(store.inProgress.map(({ item_id }) => item_id)).toEqual([2, 1])
    const gone = store.remove({ kind: 'event', id: 2 })
    expect(store.inProgress.map(({ item_id }) => item_id)).toEqual([1])
    await gone
  })

  it('are not sent again after they are removed', async () => {
    server.on(SEND_PATH, new TypeError('offline')).on('/api/watch-position/event/12', { status: 204 })
    const store = open()
    simulateWatching(store, 100, 130)
    store.stop()
    await advance()
    server.on(SEND_PATH, { status: 204 })
    server.requests.length = 0
    await store.remove(EVENT)
    await store.sendQueue()
    expect(server.requests.map(({ method }) => method)).toEqual(['DELETE'])
  })

  it('are restored if the server rejects the removal', async () => {
    server.on(LIST, listResponse([aPosition(2)])).on('/api/watch-position/event/2', { status: 500 })
    const store = open()
    await store.load()
    await expect(store.remove({ kind: 'event', id: 2 })).rejects.toMatchObject({ status: 500 })
    expect(store.inProgress.map(({ item_id }) => item_id)).toEqual([2])
  })
})
