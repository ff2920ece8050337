import { describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createCatalogStore } from '../../fakes'
import { aStudioEvent } from '../../testing/studio'
import { createEventSearch } from './EventSearch'

const EVENTS = '/api/studio/events'
const found = (...data: unknown[]) => ({ json: { data, meta: { total: data.length } } })
const [FINAL, SEMIFINAL] = [aStudioEvent(), aStudioEvent({ key: 'semifinal' })]

describe('the search for an event', () => {
  it('lists the next events without a text, and finds others by a text', async () => {
    const server = new FakeServer().on(EVENTS, found(FINAL), found(SEMIFINAL))
    const search = createEventSearch(createCatalogStore(server).shell.api)
    await search.search('')
    await search.search(' hawks ')
    expect(server.requests.map(({ query }) => [query.status, query.q])).toEqual([
      ['upcoming', undefined],
      [undefined, ' hawks '],
    ])
    expect(search.events.map(({ key }) => key)).toEqual(['semifinal'])
  })

  it('keeps the chosen event among the found ones', async () => {
    const server = new FakeServer().on(EVENTS, found(FINAL), found(SEMIFINAL))
    const search = createEventSearch(createCatalogStore(server).shell.api)
    await search.choose('final')
    await search.search('hawks')
    expect(search.events.map(({ key }) => key)).toEqual(['final', 'semifinal'])
  })
})
