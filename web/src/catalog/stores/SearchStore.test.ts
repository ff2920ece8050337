import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aFilm, anEvent, aTeam, catalogAt } from '../fakes'
import { SearchStore } from './SearchStore'

configure({ enforceActions: 'always' })

const answer = (...numbers: number[]) => ({
  json: {
    data: {
      events: numbers.map(number => anEvent(number)),
      participants: [aTeam(1)],
      groups: [],
      library: [aFilm(1)],
    },
  },
})

describe('the search', () => {
  it('keeps the words beside what they found, and counts it', async () => {
    const server = new FakeServer().on('/api/search', answer(1, 2))
    const store = new SearchStore(catalogAt(server))
    await store.ask('goldfeild')
    expect(server.asked[0]?.query).toMatchObject({ q: 'goldfeild', limit: '5' })
    expect(store.found.value?.words).toBe('goldfeild')
    expect(store.count).toBe(4)
  })

  it('drops a late answer to what is no longer asked', async () => {
    const server = new FakeServer().on('/api/search', answer(1), answer(2))
    const store = new SearchStore(catalogAt(server))
    await Promise.all([store.ask('old'), store.ask('new')])
    expect(store.found.value?.words).toBe('new')
  })

  it('asks nothing without words, and forgets what was there', async () => {
    const server = new FakeServer().on('/api/search', answer(1))
    const store = new SearchStore(catalogAt(server))
    await store.ask('gold')
    await store.ask('')
    expect(server.asked).toHaveLength(1)
    expect(store.found.value).toBeNull()
    expect(store.count).toBe(0)
  })

  it('forgets everything when the viewer or the language changes', async () => {
    const store = new SearchStore(catalogAt(new FakeServer().on('/api/search', answer(1))))
    await store.ask('gold')
    store.reset()
    expect(store.found).toMatchObject({ value: null, busy: false, error: null })
  })
})
