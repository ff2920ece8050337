import { configure } from 'mobx'
import { describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aCatalog, anEvent } from './fakes'
import { searchStore } from './stores/SearchStore'
import { simulationStore } from './stores/SimulationStore'

configure({ enforceActions: 'always' })

const found = {
  json: { data: { events: [anEvent(1)], participants: [], groups: [], library: [] } },
}

describe('the stores that screens bring along', () => {
  it('are made once for all who ask', () => {
    const catalog = aCatalog(new FakeServer())
    expect(catalog.bring(searchStore)).toBe(catalog.bring(searchStore))
    expect(catalog.bring(searchStore)).not.toBe(catalog.bring(simulationStore))
  })

  it('forget with the others what they know when the site starts anew', async () => {
    const catalog = aCatalog(new FakeServer().on('/api/search', found))
    const search = catalog.bring(searchStore)
    await search.ask('goldfield')
    expect(search.count).toBe(1)
    catalog.reset()
    expect(search.count).toBe(0)
  })
})
