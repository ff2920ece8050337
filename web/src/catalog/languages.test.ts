import { configure } from 'mobx'
import { expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aCatalog, aFilm, anEvent, pageOf } from './fakes'
import { NO_FILTERS } from './filters'
import { eventStore } from './stores/EventStore'
import { eventsStore } from './stores/EventsStore'
import { filmsStore } from './stores/FilmsStore'
import { libraryItemStore } from './stores/LibraryItemStore'
import { searchStore } from './stores/SearchStore'
import { simulationStore } from './stores/SimulationStore'
import { followedGames, namedThings } from './stores/ThingsStore'

configure({ enforceActions: 'always' })

it('Another language asks again for everything the screens have shown, and shows it meanwhile', async () => {
  const one = (data: unknown) => ({ json: { data } })
  const server = new FakeServer()
    .on('/api/homepage', one([]))
    .on('/api/events', pageOf([anEvent(1)]))
    .on('/api/events/favorite', pageOf([]))
    .on('/api/events/1', one(anEvent(1)))
    .on('/api/participants', pageOf([]))
    .on('/api/vod-media-items', pageOf([aFilm(1)]))
    .on('/api/vod-media-items/1', one(aFilm(1)))
    .on('/api/vod-media-items/homepage', one([]))
    .on('/api/vod-media-items/categories', pageOf([]))
    .on('/api/search', one({ events: [anEvent(1)], participants: [], groups: [], library: [] }))
  const catalog = aCatalog(server)
  const { home, library, teams } = catalog
  const events = catalog.bring(eventsStore)
  await Promise.all([
    home.loadGames(NO_FILTERS),
    home.loadFilms(),
    home.loadNewest(),
    home.loadTeams('cedar-ridge'),
    events.load('/vod', NO_FILTERS),
    teams.load(),
    events.loadNext(),
    library.loadRails(),
    library.loadCategories(),
    catalog.bring(filmsStore).load({ title: '', category: null }),
    catalog.bring(eventStore).open(1),
    catalog.bring(libraryItemStore).open(1),
    catalog.bring(simulationStore).open(1),
    catalog.bring(searchStore).ask('goldfield'),
    catalog.bring(namedThings).load([{ kind: 'event', id: 1 }]),
    catalog.bring(followedGames).load('followed'),
  ])
  const calls = () => server.asked.map(({ path, query }) => `${path} ${JSON.stringify(query)}`)
  const before = calls()
  catalog.languageChanged()
  expect([events.games.items.length, catalog.bring(searchStore).count]).toEqual([1, 1])
  expect(catalog.bring(eventStore).event?.id).toBe(1)
  // Calls follow others: films like this one follow the film.
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  await new Promise(resolve => setTimeout(resolve))
  expect(calls().slice(before.length).toSorted()).toEqual(before.toSorted())
})

it('What was never shown is not asked for in another language', () => {
  const server = new FakeServer()
  const catalog = aCatalog(server)
  for (const make of [eventStore, libraryItemStore, simulationStore, searchStore, namedThings])
    catalog.bring(make as typeof eventStore)
  catalog.languageChanged()
  expect(server.asked).toEqual([])
})
