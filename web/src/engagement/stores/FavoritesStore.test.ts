import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { aFavorite, createEngagementStore } from '../fakes'
import { type FavoritesStore, favoritesStore } from './FavoritesStore'

configure({ enforceActions: 'always' })

const LIST = '/api/favorites'
const ADD = '/api/favorite'
const TEAM = { type: 'participant', id: 71 }
let server: FakeServer
let store: FavoritesStore

beforeEach(async () => {
  server = new FakeServer().on(LIST, listResponse([])).on(ADD, { status: 201, json: { data: aFavorite(1) } })
  store = createEngagementStore(server).resolve(favoritesStore)
  await store.load()
})

const requests = () => server.requests.slice(1).map(({ method, path }) => `${method} ${path}`)

describe('a favorite', () => {
  it('is added at once, and keeps the values of the server’s response', async () => {
    const set = store.set(TEAM, true)
    expect(store.has(TEAM)).toBe(true)
    await set
    expect(store.rows).toMatchObject([{ id: 1, favoritable_id: 71 }])
    expect(server.requests.at(-1)?.body).toMatchObject({
      favoritable_id: 71,
      favoritable_type: 'participant',
    })
  })

  it('gets its name in another language once it is loaded', async () => {
    await store.set(TEAM, true)
    server.on(LIST, listResponse([aFavorite(1, { name: 'Les Bois' })]))
    store.languageChanged()
    expect(store.has(TEAM)).toBe(true)
    await vi.waitFor(() => expect(store.rows).toMatchObject([{ name: 'Les Bois' }]))
  })

  it('is removed if the server rejects it', async () => {
    server.on(ADD, { status: 503 })
    await expect(store.set(TEAM, true)).rejects.toMatchObject({ status: 503 })
    expect(store.has(TEAM)).toBe(false)
    expect(store.rows).toEqual([])
  })

  it('is removed at once, and restored if the server rejects it', async () => {
    await store.set(TEAM, true)
    server.on('/api/favorite/1', { status: 502 })
    const set = store.set(TEAM, false)
    expect([store.has(TEAM), store.rows.length]).toEqual([false, 0])
    await expect(set).rejects.toMatchObject({ status: 502 })
    expect([store.has(TEAM), store.rows.length]).toEqual([true, 1])
  })

  it('is not requested repeatedly if the server adds another one', async () => {
    await expect(store.set({ type: 'group', id: 5 }, true)).rejects.toThrow('did not mark group-5')
    expect([store.has(TEAM), requests().length]).toEqual([false, 1])
  })

  it('is removed if the server has already removed it', async () => {
    await store.set(TEAM, true)
    server.on('/api/favorite/1', { status: 404 })
    await store.set(TEAM, false)
    expect(store.has(TEAM)).toBe(false)
  })

  it('ends in the state of the last press, with one request at a time', async () => {
    await Promise.all([store.set(TEAM, true), store.set(TEAM, false), store.set(TEAM, true)])
    expect(store.has(TEAM)).toBe(true)
    expect(requests()).toEqual(['POST /api/favorite'])
    server.on('/api/favorite/1', { status: 204 })
    await Promise.all([store.set(TEAM, false), store.set(TEAM, true), store.set(TEAM, false)])
    expect(store.has(TEAM)).toBe(false)
    expect(requests()).toEqual(['POST /api/favorite', 'DELETE /api/favorite/1'])
  })

  it('of a previous viewer is not shown to the next one', async () => {
    const set = store.set(TEAM, true)
    store.reset()
    await set
    expect(store.has(TEAM)).toBe(false)
    expect(store.rows).toEqual([])
  })
})

describe('a press before the list loads', () => {
  it('adds the favorite at once, and keeps the rest of the list', async () => {
    server.on(LIST, listResponse([aFavorite(2), aFavorite(3)]))
    store.reset()
    const loaded = store.load()
    const set = store.set(TEAM, true)
    expect(store.has(TEAM)).toBe(true)
    await Promise.all([loaded, set])
    expect(store.rows.map(({ id }) => id)).toEqual([1, 2, 3])
    await store.load()
    expect(server.paths.filter(path => path === LIST)).toHaveLength(2)
  })

  it('on an existing favorite sends no request', async () => {
    server.on(LIST, listResponse([aFavorite(1)]))
    store.reset()
    await store.set(TEAM, true)
    expect(server.paths).not.toContain(ADD)
  })

  it('is undone if the list does not load', async () => {
    server.on(LIST, { status: 503 })
    store.reset()
    await expect(store.set(TEAM, true)).rejects.toMatchObject({ status: 503 })
    expect(store.has(TEAM)).toBe(false)
  })

  it('waits for the list of the current viewer', async () => {
    store.reset()
    const before = store.load()
    store.reset()
    server.on(LIST, listResponse([aFavorite(2)]))
    await Promise.all([before, store.load()])
    expect(store.rows.map(({ id }) => id)).toEqual([2])
  })
})

describe('the list', () => {
  it('is requested once, with all pages', async () => {
    await store.load()
    expect(server.paths).toEqual([LIST])
    expect(server.requests[0]?.query).toMatchObject({ no_limit: '1' })
  })

  it('is requested again if it did not load', async () => {
    server.on(LIST, { status: 500 }, listResponse([aFavorite(2)]))
    store.reset()
    await store.load()
    expect(store.list.error).toMatchObject({ status: 500 })
    await store.load()
    expect(store.rows.map(({ id }) => id)).toEqual([2])
  })
})
