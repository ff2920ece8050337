import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { aLibraryItem, createCatalogApi } from '../fakes'
import { LibraryItemStore } from './LibraryItemStore'
import { LibraryItemsStore } from './LibraryItemsStore'

configure({ enforceActions: 'always' })

describe('the library', () => {
  it('searches titles ten at a time, newest first', async () => {
    const server = new FakeServer().on('/api/vod-media/search', listResponse([aLibraryItem(1)], 11))
    const store = new LibraryItemsStore(createCatalogApi(server))
    await store.load({ title: 'bread', category: null })
    expect(server.requests[0]?.query).toMatchObject({
      title: 'bread',
      limit: '10',
      offset: '0',
      sort_field: 'date',
    })
    expect(store.list.total).toBe(11)
  })

  it('lists a category, or all videos without one', async () => {
    const server = new FakeServer().on('/api/vod-media-items', listResponse([aLibraryItem(1)]))
    const store = new LibraryItemsStore(createCatalogApi(server))
    await store.load({ title: '', category: '3' })
    await store.load({ title: '', category: null })
    expect(server.requests.map(one => one.query.category_id)).toEqual(['3', undefined])
  })

  it('lists a category by the alias in the channel’s links', async () => {
    const server = new FakeServer().on('/api/vod-media-items', listResponse([]))
    await new LibraryItemsStore(createCatalogApi(server)).load({ title: '', category: 'cuisine' })
    expect(server.requests[0]?.query).toMatchObject({ category: 'cuisine' })
    expect(server.requests[0]?.query).not.toHaveProperty('category_id')
  })

  it('appends the next page of the last request', async () => {
    const server = new FakeServer().on(
      '/api/vod-media/search',
      listResponse([aLibraryItem(1)], 2),
      listResponse([aLibraryItem(2)], 2),
    )
    const store = new LibraryItemsStore(createCatalogApi(server))
    await store.load({ title: 'bread', category: null })
    await store.list.loadMore()
    expect(store.list.items.map(item => item.id)).toEqual([1, 2])
    expect(server.requests[1]?.query.offset).toBe('1')
  })
})

describe('a video', () => {
  it('loads with others of its category, excluding itself', async () => {
    const server = new FakeServer()
      .on('/api/vod-media-items/1', { json: { data: aLibraryItem(1) } })
      .on('/api/vod-media-items', listResponse([aLibraryItem(1), aLibraryItem(2)]))
    const store = new LibraryItemStore(createCatalogApi(server))
    await store.open(1)
    expect(store.item?.title).toBe('Film 1')
    expect(store.similar.map(item => item.id)).toEqual([2])
  })

  it('is missing if it does not exist', async () => {
    const store = new LibraryItemStore(createCatalogApi(new FakeServer()))
    await store.open(1)
    expect(store.isMissing(1)).toBe(true)
  })
})
