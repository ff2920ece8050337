import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aLibraryItem, anEvent, aTeam, createCatalogApi } from '../fakes'
import { SearchStore } from './SearchStore'

configure({ enforceActions: 'always' })

const searchResponse = (...numbers: number[]) => ({
  json: {
    data: {
      events: numbers.map(number => anEvent(number)),
      participants: [aTeam(1)],
      groups: [],
      library: [aLibraryItem(1)],
    },
  },
})

describe('site search', () => {
  it('keeps the query with its results, and counts them', async () => {
    const server = new FakeServer().on('/api/search', searchResponse(1, 2))
    const store = new SearchStore(createCatalogApi(server))
    await store.search('goldfeild')
    expect(server.requests[0]?.query).toMatchObject({ q: 'goldfeild', limit: '5' })
    expect(store.results.value?.query).toBe('goldfeild')
    expect(store.count).toBe(4)
  })

  it('drops a late response to an outdated request', async () => {
    const server = new FakeServer().on('/api/search', searchResponse(1), searchResponse(2))
    const store = new SearchStore(createCatalogApi(server))
    await Promise.all([store.search('old'), store.search('new')])
    expect(store.results.value?.query).toBe('new')
  })

  it('sends no request without words, and clears earlier results', async () => {
    const server = new FakeServer().on('/api/search', searchResponse(1))
    const store = new SearchStore(createCatalogApi(server))
    await store.search('gold')
    await store.search('')
    expect(server.requests).toHaveLength(1)
    expect(store.results.value).toBeNull()
    expect(store.count).toBe(0)
  })

  it('is cleared when the viewer or the language changes', async () => {
    const store = new SearchStore(createCatalogApi(new FakeServer().on('/api/search', searchResponse(1))))
    await store.search('gold')
    store.reset()
    expect(store.results).toMatchObject({ value: null, isBusy: false, error: null })
  })
})
