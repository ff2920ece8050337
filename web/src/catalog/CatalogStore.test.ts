import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { anEvent, createCatalogStore } from './fakes'
import { searchStore } from './stores/SearchStore'
import { simulationStore } from './stores/SimulationStore'

configure({ enforceActions: 'always' })

const searchResponse = {
  json: { data: { events: [anEvent(1)], participants: [], groups: [], library: [] } },
}

describe('the stores of lazy screens', () => {
  it('are created once and shared', () => {
    const catalog = createCatalogStore(new FakeServer())
    expect(catalog.resolve(searchStore)).toBe(catalog.resolve(searchStore))
    expect(catalog.resolve(searchStore)).not.toBe(catalog.resolve(simulationStore))
  })

  it('are reset together with the catalog store', async () => {
    const catalog = createCatalogStore(new FakeServer().on('/api/search', searchResponse))
    const search = catalog.resolve(searchStore)
    await search.search('goldfield')
    expect(search.count).toBe(1)
    catalog.reset()
    expect(search.count).toBe(0)
  })
})
