import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/storage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { aShell } from '@/shared/testing/shell'
import { EngagementApi } from '../api'
import { aPosition, listed } from '../fakes'
import { OLD_MS, PositionsStore, TELL_MS } from './PositionsStore'
import { MOST_WAITING } from './Unsent'

configure({ enforceActions: 'always' })

const TELL = '/api/watch-position'
const LIST = '/api/watch-positions'
const GAME = { kind: 'event', id: 12 } as const
const FILM = { kind: 'vod', id: 4 } as const
let server: FakeServer
let storage: BrowserStorage
let now: number

const viewer = { id: 7 }
const open = (who = viewer) =>
  new PositionsStore(new EngagementApi(aShell(server).api), storage, who, () => now)
const told = () => server.asked.filter(({ path }) => path === TELL).map(({ body }) => body?.position)
const later = () => new Promise(resolve => setTimeout(resolve))
/** Watches a while: the player tells four times a second. */
const watch = (store: PositionsStore, from: number, to: number, what: typeof GAME | typeof FILM = GAME) => {
  for (let at = from; at <= to; at += 0.25) {
    now += 250
    store.at(what, at, 3600)
  }
}

beforeEach(() => {
  now = 1_000_000
  storage = new BrowserStorage('test.', new MemoryStorage())
  server = new FakeServer().on(TELL, { status: 204 }).on(LIST, listed())
})

describe('where watching is', () => {
  it('is told every 10 seconds, in whole seconds', async () => {
    const store = open()
    watch(store, 0, 2.5 * (TELL_MS / 1000))
    await later()
    expect(told()).toEqual([10, 20])
  })

  it('is told at a pause and when the page goes away, once each', async () => {
    const store = open()
    watch(store, 40, 43)
    store.flush()
    store.flush()
    watch(store, 43, 45)
    store.flush(true)
    await later()
    expect(told()).toEqual([43, 45])
  })

  it('is told when something else is watched, and when nothing is any more', async () => {
    const store = open()
    watch(store, 40, 42)
    watch(store, 90, 92, FILM)
    store.leave()
    await later()
    expect(server.asked.map(({ body }) => [body?.kind, body?.item_id, body?.position])).toEqual([
      ['event', 12, 42],
      ['vod', 4, 92],
    ])
  })

  it('is nobody’s where nobody is logged in, or the length is not known', async () => {
    watch(open({ id: null } as never), 0, 30)
    const store = open()
    store.at(GAME, 30, Number.NaN)
    store.at(GAME, 30, Number.POSITIVE_INFINITY)
    store.flush()
    await later()
    expect(server.paths).toEqual([])
  })

  it('shows on cards at once, until it was seen or before it is begun', () => {
    const store = open()
    watch(store, 100, 112)
    expect(store.of(GAME)).toMatchObject({ position: 110, duration: 3600 })
    store.at(GAME, 3500, 3600)
    store.flush()
    expect(store.of(GAME)).toBeNull()
    store.at(GAME, 4, 3600)
    store.flush()
    expect(store.begun).toEqual([])
  })
})

describe('without a line', () => {
  /** The game was left at 60 s, then the film at 70 s; neither could be told. */
  const watchBoth = async () => {
    server.on(TELL, new TypeError('offline'))
    const store = open()
    store.at(GAME, 60, 3600)
    store.leave()
    store.at(FILM, 70, 3600)
    store.leave()
    await later()
    server.asked.length = 0
  }

  it('the newest of each thing waits, and goes when there is one again', async () => {
    server.on(TELL, new TypeError('offline'))
    const store = open()
    watch(store, 10, 45)
    watch(store, 100, 115, FILM)
    store.leave()
    await later()
    expect(told()).not.toEqual([])
    server.asked.length = 0
    server.on(TELL, { status: 204 })
    await open().drain()
    expect(server.asked.map(({ body }) => [body?.kind, body?.position])).toEqual([
      ['event', 45],
      ['vod', 115],
    ])
    await open().drain()
    expect(server.asked).toHaveLength(2)
  })

  it('what waited long gives way to what another device has told since, and to nothing older', async () => {
    await watchBoth()
    const since = new Date(now + 30_000).toISOString()
    const before = new Date(now - 30_000).toISOString()
    now += OLD_MS
    server
      .on(TELL, { status: 204 })
      .on(
        LIST,
        listed(aPosition(12, { position: 900, watched_at: since })),
        listed(aPosition(4, { kind: 'vod', position: 5, watched_at: before })),
      )
    const again = open()
    await again.drain()
    expect(told()).toEqual([70])
    expect(again.of(GAME)?.position).toBe(900)
  })

  it('no more waits than anybody watches', async () => {
    server.on(TELL, new TypeError('offline'))
    const store = open()
    for (let id = 1; id <= MOST_WAITING + 5; id++) {
      store.at({ kind: 'event', id }, 60, 3600)
      store.leave()
    }
    await later()
    server.asked.length = 0
    server.on(TELL, { status: 204 })
    await open().drain()
    expect(server.asked).toHaveLength(MOST_WAITING)
    expect(server.asked[0]?.body?.item_id).toBe(6)
  })

  it('what another viewer of this browser left is not told as this one’s', async () => {
    server.on(TELL, new TypeError('offline'))
    const store = open()
    watch(store, 40, 60)
    await later()
    server.asked.length = 0
    await open({ id: 8 }).drain()
    expect(server.asked).toEqual([])
  })

  it('what the server refuses is given up, and the others go', async () => {
    await watchBoth()
    server.on(TELL, { status: 404 }, { status: 204 })
    await open().drain()
    expect(told()).toEqual([60, 70])
    await open().drain()
    expect(told()).toHaveLength(2)
  })
})

describe('the beginning', () => {
  it('is where any device stopped', async () => {
    server.on(LIST, listed(aPosition(12, { position: 754 })))
    expect(await open().start(GAME)).toBe(754)
    expect(server.asked[0]?.query).toMatchObject({ kind: 'event', item_id: '12' })
  })

  it('is the start where nothing is known', async () => {
    expect(await open().start(GAME)).toBe(0)
  })

  it('is not known where the server does not say', async () => {
    server.on(LIST, { status: 503 })
    await expect(open().start(GAME)).rejects.toMatchObject({ status: 503 })
  })

  it('is what this browser could not tell yet', async () => {
    server.on(TELL, new TypeError('offline')).on(LIST, listed(aPosition(12, { position: 20 })))
    const store = open()
    watch(store, 100, 130)
    store.leave()
    expect(await open().start(GAME)).toBe(130)
  })

  it('is the start of what was seen, or only looked into, while nobody could be told', async () => {
    server.on(TELL, new TypeError('offline')).on(LIST, listed(aPosition(12, { position: 20 })))
    for (const position of [3500, 4]) {
      const store = open()
      store.at(GAME, position, 3600)
      store.leave()
      expect(await open().start(GAME)).toBe(0)
    }
  })
})

describe('what is begun', () => {
  it('is listed newest first, and forgotten at once', async () => {
    const old = aPosition(1, { watched_at: '2026-11-01T00:00:00Z' })
    server.on(LIST, listed(old, aPosition(2))).on('/api/watch-position/event/2', { status: 204 })
    const store = open()
    await store.load()
    expect(store.begun.map(({ item_id }) => item_id)).toEqual([2, 1])
    const gone = store.forget({ kind: 'event', id: 2 })
    expect(store.begun.map(({ item_id }) => item_id)).toEqual([1])
    await gone
  })

  it('is not told of again, once it is forgotten', async () => {
    server.on(TELL, new TypeError('offline')).on('/api/watch-position/event/12', { status: 204 })
    const store = open()
    watch(store, 100, 130)
    store.leave()
    await later()
    server.on(TELL, { status: 204 })
    server.asked.length = 0
    await store.forget(GAME)
    await store.drain()
    expect(server.asked.map(({ method }) => method)).toEqual(['DELETE'])
  })

  it('is there again where the server does not forget it', async () => {
    server.on(LIST, listed(aPosition(2))).on('/api/watch-position/event/2', { status: 500 })
    const store = open()
    await store.load()
    await expect(store.forget({ kind: 'event', id: 2 })).rejects.toMatchObject({ status: 500 })
    expect(store.begun.map(({ item_id }) => item_id)).toEqual([2])
  })
})
