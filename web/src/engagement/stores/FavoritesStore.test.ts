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

describe('a favourite', () => {
  it('is there at once, and stays as the server answers it', async () => {
    const set = store.set(TEAM, true)
    expect(store.has(TEAM)).toBe(true)
    await set
    expect(store.rows).toMatchObject([{ id: 1, favoritable_id: 71 }])
    expect(server.requests.at(-1)?.body).toMatchObject({
      favoritable_id: 71,
      favoritable_type: 'participant',
    })
  })

  it('has its name in another language once that is there', async () => {
    await store.set(TEAM, true)
    server.on(LIST, listResponse([aFavorite(1, { name: 'Les Bois' })]))
    store.languageChanged()
    expect(store.has(TEAM)).toBe(true)
    await vi.waitFor(() => expect(store.rows).toMatchObject([{ name: 'Les Bois' }]))
  })

  it('that the server refuses is taken back', async () => {
    server.on(ADD, { status: 503 })
    await expect(store.set(TEAM, true)).rejects.toMatchObject({ status: 503 })
    expect(store.has(TEAM)).toBe(false)
    expect(store.rows).toEqual([])
  })

  it('is away at once, and there again where the server refuses', async () => {
    await store.set(TEAM, true)
    server.on('/api/favorite/1', { status: 502 })
    const set = store.set(TEAM, false)
    expect([store.has(TEAM), store.rows.length]).toEqual([false, 0])
    await expect(set).rejects.toMatchObject({ status: 502 })
    expect([store.has(TEAM), store.rows.length]).toEqual([true, 1])
  })

  it('is not requested again and again if the server marks another', async () => {
    await expect(store.set({ type: 'group', id: 5 }, true)).rejects.toThrow('did not mark group-5')
    expect([store.has(TEAM), requests().length]).toEqual([false, 1])
  })

  it('that is gone already is away, as was wanted', async () => {
    await store.set(TEAM, true)
    server.on('/api/favorite/1', { status: 404 })
    await store.set(TEAM, false)
    expect(store.has(TEAM)).toBe(false)
  })

  it('that is pressed again and again ends as the last press wants it, one call at a time', async () => {
    await Promise.all([store.set(TEAM, true), store.set(TEAM, false), store.set(TEAM, true)])
    expect(store.has(TEAM)).toBe(true)
    expect(requests()).toEqual(['POST /api/favorite'])
    server.on('/api/favorite/1', { status: 204 })
    await Promise.all([store.set(TEAM, false), store.set(TEAM, true), store.set(TEAM, false)])
    expect(store.has(TEAM)).toBe(false)
    expect(requests()).toEqual(['POST /api/favorite', 'DELETE /api/favorite/1'])
  })

  it('of a viewer who has gone meanwhile is not shown to the next one', async () => {
    const set = store.set(TEAM, true)
    store.reset()
    await set
    expect(store.has(TEAM)).toBe(false)
    expect(store.rows).toEqual([])
  })
})

describe('a press before the list loads', () => {
  it('is there at once, and takes nothing of the list away', async () => {
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

  it('and is marked already, needs no call', async () => {
    server.on(LIST, listResponse([aFavorite(1)]))
    store.reset()
    await store.set(TEAM, true)
    expect(server.paths).not.toContain(ADD)
  })

  it('is taken back where the list does not come', async () => {
    server.on(LIST, { status: 503 })
    store.reset()
    await expect(store.set(TEAM, true)).rejects.toMatchObject({ status: 503 })
    expect(store.has(TEAM)).toBe(false)
  })

  it('waits for the list of whoever is there now', async () => {
    store.reset()
    const before = store.load()
    store.reset()
    server.on(LIST, listResponse([aFavorite(2)]))
    await Promise.all([before, store.load()])
    expect(store.rows.map(({ id }) => id)).toEqual([2])
  })
})

describe('the list', () => {
  it('is requested once, all of it', async () => {
    await store.load()
    expect(server.paths).toEqual([LIST])
    expect(server.requests[0]?.query).toMatchObject({ no_limit: '1' })
  })

  it('that did not load is requested again', async () => {
    server.on(LIST, { status: 500 }, listResponse([aFavorite(2)]))
    store.reset()
    await store.load()
    expect(store.list.error).toMatchObject({ status: 500 })
    await store.load()
    expect(store.rows.map(({ id }) => id)).toEqual([2])
  })
})
