import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aFilm, catalogAt, pageOf } from '../fakes'
import { FilmsStore } from './FilmsStore'
import { LibraryItemStore } from './LibraryItemStore'

configure({ enforceActions: 'always' })

describe('the library', () => {
  it('searches titles ten at a time, newest first', async () => {
    const server = new FakeServer().on('/api/vod-media/search', pageOf([aFilm(1)], 11))
    const store = new FilmsStore(catalogAt(server))
    await store.load({ title: 'bread', category: null })
    expect(server.asked[0]?.query).toMatchObject({
      title: 'bread',
      limit: '10',
      offset: '0',
      sort_field: 'date',
    })
    expect(store.list.total).toBe(11)
  })

  it('lists a category, and all films without one', async () => {
    const server = new FakeServer().on('/api/vod-media-items', pageOf([aFilm(1)]))
    const store = new FilmsStore(catalogAt(server))
    await store.load({ title: '', category: '3' })
    await store.load({ title: '', category: null })
    expect(server.asked.map(one => one.query.category_id)).toEqual(['3', undefined])
  })

  it('lists a category by the alias that links of the channel carry', async () => {
    const server = new FakeServer().on('/api/vod-media-items', pageOf([]))
    await new FilmsStore(catalogAt(server)).load({ title: '', category: 'cuisine' })
    expect(server.asked[0]?.query).toMatchObject({ category: 'cuisine' })
    expect(server.asked[0]?.query).not.toHaveProperty('category_id')
  })

  it('appends the next page of what was asked last', async () => {
    const server = new FakeServer().on('/api/vod-media/search', pageOf([aFilm(1)], 2), pageOf([aFilm(2)], 2))
    const store = new FilmsStore(catalogAt(server))
    await store.load({ title: 'bread', category: null })
    await store.list.more()
    expect(store.list.items.map(item => item.id)).toEqual([1, 2])
    expect(server.asked[1]?.query.offset).toBe('1')
  })
})

describe('a film', () => {
  it('comes with others of its category, without itself', async () => {
    const server = new FakeServer()
      .on('/api/vod-media-items/1', { json: { data: aFilm(1) } })
      .on('/api/vod-media-items', pageOf([aFilm(1), aFilm(2)]))
    const store = new LibraryItemStore(catalogAt(server))
    await store.open(1)
    expect(store.item?.title).toBe('Film 1')
    expect(store.similar.map(item => item.id)).toEqual([2])
  })

  it('that is not there is missing', async () => {
    const store = new LibraryItemStore(catalogAt(new FakeServer()))
    await store.open(1)
    expect(store.isMissing(1)).toBe(true)
  })
})
