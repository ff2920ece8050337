import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { anEvent, createCatalogApi } from '../fakes'
import { NO_FILTERS } from '../filters'
import { EventsStore } from './EventsStore'

configure({ enforceActions: 'always' })

const storeAt = (server: FakeServer) => new EventsStore(createCatalogApi(server))
const ids = (store: EventsStore) => store.events.items.map(event => event.id)

describe('the list of games', () => {
  it('shows the first page of results', async () => {
    const server = new FakeServer().on('/api/events', listResponse([anEvent(1), anEvent(2)], 44))
    const store = storeAt(server)
    await store.load('/vod', { ...NO_FILTERS, sport: 'hockey' })
    expect(ids(store)).toEqual([1, 2])
    expect(store.events.total).toBe(44)
    expect(server.requests[0]?.query).toMatchObject({
      stream_status: 'finished',
      sport: 'hockey',
      offset: '0',
    })
  })

  it('appends the next page and is no longer busy', async () => {
    const server = new FakeServer().on(
      '/api/events',
      listResponse([anEvent(1)], 2),
      listResponse([anEvent(2)], 2),
    )
    const store = storeAt(server)
    await store.load('/vod', NO_FILTERS)
    await store.events.loadMore()
    expect(ids(store)).toEqual([1, 2])
    expect(server.requests[1]?.query).toMatchObject({ offset: '1' })
    expect(store.events.nextPage.isBusy).toBe(false)
  })

  it('keeps its items if the next page fails, and can retry', async () => {
    const failure = { status: 503, json: {} }
    const server = new FakeServer().on(
      '/api/events',
      listResponse([anEvent(1)], 2),
      failure,
      listResponse([anEvent(2)], 2),
    )
    const store = storeAt(server)
    await store.load('/vod', NO_FILTERS)
    await store.events.loadMore()
    expect(ids(store)).toEqual([1])
    expect(store.events.nextPage.error).toMatchObject({ status: 503 })
    await store.events.loadMore()
    expect(ids(store)).toEqual([1, 2])
  })

  it('drops the next page of a list that has been replaced', async () => {
    const server = new FakeServer().on('/api/events', listResponse([anEvent(1)], 9))
    const store = storeAt(server)
    await store.load('/vod', NO_FILTERS)
    const more = store.events.loadMore()
    server.on('/api/events', listResponse([anEvent(7)], 1))
    await store.load('/vod', { ...NO_FILTERS, sport: 'soccer' })
    await more
    expect(ids(store)).toEqual([7])
  })

  it('keeps its items while a filter loads, and clears them for another path', async () => {
    const server = new FakeServer().on('/api/events', listResponse([anEvent(1)]))
    const store = storeAt(server)
    await store.load('/vod', NO_FILTERS)
    const filtered = store.load('/vod', { ...NO_FILTERS, sport: 'soccer' })
    expect(ids(store)).toEqual([1])
    await filtered
    const other = store.load('/live', NO_FILTERS)
    expect(ids(store)).toEqual([])
    await other
  })
})
