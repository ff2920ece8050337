import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { anEvent, aTeam, createCatalogApi } from '../fakes'
import { NO_FILTERS } from '../filters'
import { HomeStore } from './HomeStore'

configure({ enforceActions: 'always' })

const ALL_RAILS = NO_FILTERS

const rail = (kind: string, stream_status: string, id: number) => ({
  id,
  title: kind,
  kind,
  event_category_id: kind === 'category' ? 4 : null,
  stream_status,
  events: [anEvent(id)],
  total: 9,
  more_url: '/',
})

describe('the home page', () => {
  it('requests the rails of all categories with the ID 0', async () => {
    const server = new FakeServer().on('/api/events-for-homepage', {
      json: { data: [rail('live', 'live', 1), rail('category', 'finished', 2)] },
    })
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents(ALL_RAILS)
    expect(server.requests[0]?.query).toMatchObject({ event_category_id: '0' })
    expect(store.eventRails.value).toMatchObject([
      { status: 'live', category: null },
      { status: 'finished', category: { id: 4, name: 'category' }, total: 9 },
    ])
  })

  it('requests the rails of one category', async () => {
    const server = new FakeServer().on('/api/events-for-homepage', { json: { data: [] } })
    await new HomeStore(createCatalogApi(server)).loadEvents({ ...ALL_RAILS, category_id: '3' })
    expect(server.requests[0]?.query).toMatchObject({ event_category_id: '3' })
  })

  it('builds a school’s rails from its games by state, and omits empty ones', async () => {
    const server = new FakeServer().on(
      '/api/events',
      listResponse([anEvent(1, { stream_status: 'live' })]),
      listResponse([]),
      listResponse([anEvent(2)], 30),
    )
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents({ ...ALL_RAILS, school: 'cedar-ridge' })
    expect(server.requests.map(one => [one.query.school, one.query.stream_status])).toEqual([
      ['cedar-ridge', 'live'],
      ['cedar-ridge', 'upcoming'],
      ['cedar-ridge', 'finished'],
    ])
    expect(store.eventRails.value?.map(one => [one.status, one.total])).toEqual([
      ['live', 1],
      ['finished', 30],
    ])
  })

  it('separates a school’s games that wait for their stream from those on air', async () => {
    const games = (['delayed', 'on_air', 'interrupted', 'starting_soon'] as const).map((live_state, id) =>
      anEvent(id + 1, { stream_status: 'live', live_state }),
    )
    const server = new FakeServer().on(
      '/api/events',
      listResponse(games),
      listResponse([anEvent(9)]),
      listResponse([]),
    )
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents({ ...ALL_RAILS, school: 'cedar-ridge' })
    expect(server.requests.map(one => one.query.on_air)).toEqual([undefined, undefined, undefined])
    expect(store.eventRails.value?.map(one => [one.status, one.events.map(({ id }) => id)])).toEqual([
      ['live', [2, 3]],
      ['due', [1, 4]],
      ['upcoming', [9]],
    ])
  })

  it('applies every filter in the address', async () => {
    const server = new FakeServer().on('/api/events', listResponse([]))
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents({ ...ALL_RAILS, division: 'lakes', location: '3', category_id: '4' })
    expect(server.requests[0]?.query).toMatchObject({
      division: 'lakes',
      location: '3',
      event_category_id: '4',
    })
  })

  it('requests the teams of a school once', async () => {
    const server = new FakeServer().on('/api/participants', listResponse([aTeam(1)]))
    const store = new HomeStore(createCatalogApi(server))
    await store.loadTeams('cedar-ridge')
    await store.loadTeams('cedar-ridge')
    expect(server.requests.map(one => one.query.group)).toEqual(['cedar-ridge'])
    store.reset()
    await store.loadTeams('cedar-ridge')
    expect(server.requests).toHaveLength(2)
  })

  it('clears the rails of all games while a school’s games load', async () => {
    const server = new FakeServer()
      .on('/api/events-for-homepage', { json: { data: [rail('live', 'live', 1)] } })
      .on('/api/events', listResponse([anEvent(2)]))
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents(ALL_RAILS)
    const loading = store.loadEvents({ ...ALL_RAILS, school: 'cedar-ridge' })
    expect(store.eventRails.value).toBeNull()
    await loading
    expect(store.eventRails.value).toHaveLength(3)
  })

  const RAILS = '/api/events-for-homepage'
  const hockey = { ...ALL_RAILS, category_id: '3' }

  it('keeps the rails of one category while another one loads, and clears them if that fails', async () => {
    const server = new FakeServer().on(
      RAILS,
      { json: { data: [rail('live', 'live', 1)] } },
      { status: 500 },
      { json: { data: [rail('live', 'live', 2)] } },
    )
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents(ALL_RAILS)
    const loading = store.loadEvents(hockey)
    expect(store.eventRails.value).toHaveLength(1)
    await loading
    expect(store.eventRails.value).toBeNull()
    expect(store.eventRails.error).toMatchObject({ status: 500 })
    await store.loadEvents(hockey)
    expect(store.eventRails.value?.[0]?.events[0]?.id).toBe(2)
  })

  it('keeps the rails if a reload fails', async () => {
    const server = new FakeServer().on(RAILS, { json: { data: [rail('live', 'live', 1)] } }, { status: 500 })
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents(hockey)
    await store.loadEvents(hockey)
    expect(store.eventRails.value).toHaveLength(1)
  })

  it('keeps the rails of a category if another one was selected and left before its response', async () => {
    const server = new FakeServer().on(RAILS, { json: { data: [rail('live', 'live', 1)] } }, { status: 500 })
    const store = new HomeStore(createCatalogApi(server))
    await store.loadEvents(ALL_RAILS)
    await Promise.all([store.loadEvents(hockey), store.loadEvents(ALL_RAILS)])
    expect(store.eventRails.value).toHaveLength(1)
  })
})
