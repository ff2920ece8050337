import { configure } from 'mobx'
import { expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { aLibraryItem, anEvent, createCatalogStore } from './fakes'
import { NO_FILTERS } from './filters'
import { followedContent, namedContent } from './stores/ContentStore'
import { eventStore } from './stores/EventStore'
import { eventsStore } from './stores/EventsStore'
import { libraryItemStore } from './stores/LibraryItemStore'
import { libraryItemsStore } from './stores/LibraryItemsStore'
import { searchStore } from './stores/SearchStore'
import { simulationStore } from './stores/SimulationStore'

configure({ enforceActions: 'always' })

it('A change of language reloads all shown content, and keeps it visible until then', async () => {
  const itemResponse = (data: unknown) => ({ json: { data } })
  const server = new FakeServer()
    .on('/api/homepage', itemResponse([]))
    .on('/api/events', listResponse([anEvent(1)]))
    .on('/api/events/favorite', listResponse([]))
    .on('/api/events/1', itemResponse(anEvent(1)))
    .on('/api/participants', listResponse([]))
    .on('/api/vod-media-items', listResponse([aLibraryItem(1)]))
    .on('/api/vod-media-items/1', itemResponse(aLibraryItem(1)))
    .on('/api/vod-media-items/homepage', itemResponse([]))
    .on('/api/vod-media-items/categories', listResponse([]))
    .on('/api/search', itemResponse({ events: [anEvent(1)], participants: [], groups: [], library: [] }))
  const catalog = createCatalogStore(server)
  const { home, library, teams } = catalog
  const events = catalog.resolve(eventsStore)
  await Promise.all([
    home.loadEvents(NO_FILTERS),
    home.loadLibrary(),
    home.loadNewest(),
    home.loadTeams('cedar-ridge'),
    events.load('/vod', NO_FILTERS),
    teams.load(),
    events.loadNext(),
    library.loadRails(),
    library.loadCategories(),
    catalog.resolve(libraryItemsStore).load({ title: '', category: null }),
    catalog.resolve(eventStore).open(1),
    catalog.resolve(libraryItemStore).open(1),
    catalog.resolve(simulationStore).open(1),
    catalog.resolve(searchStore).search('goldfield'),
    catalog.resolve(namedContent).load([{ kind: 'event', id: 1 }]),
    catalog.resolve(followedContent).load('followed'),
  ])
  const calls = () => server.requests.map(({ path, query }) => `${path} ${JSON.stringify(query)}`)
  const before = calls()
  catalog.languageChanged()
  expect([events.events.items.length, catalog.resolve(searchStore).count]).toEqual([1, 1])
  expect(catalog.resolve(eventStore).event?.id).toBe(1)
  // Some requests depend on others: similar videos are requested after the video.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  await new Promise(resolve => setTimeout(resolve))
  expect(calls().slice(before.length).toSorted()).toEqual(before.toSorted())
})

it('A change of language does not request content that was never shown', () => {
  const server = new FakeServer()
  const catalog = createCatalogStore(server)
  for (const createStore of [eventStore, libraryItemStore, simulationStore, searchStore, namedContent])
    catalog.resolve(createStore as typeof eventStore)
  catalog.languageChanged()
  expect(server.requests).toEqual([])
})
