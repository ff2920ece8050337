import { configure } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { anEvent, createCatalogApi } from '../fakes'
import type { Simulation } from '../model'
import { SimulationStore } from './SimulationStore'

configure({ enforceActions: 'always' })

const PATH = '/api/events/1/simulation'
const simulation: Simulation = {
  event: anEvent(1),
  starts_at: '2026-11-21T19:00:00Z',
  ends_at: '2026-11-21T20:00:00Z',
  now: '2026-11-21T19:10:00.000Z',
  delay: 8,
  state: 'live',
  stream: { id: 1, type: 2, url: '/media/token/assets/1-ab/master.m3u8', expires_at: '2026-11-21T20:00:00Z' },
}
const storeAt = (server: FakeServer) => new SimulationStore(createCatalogApi(server))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('a showing', () => {
  it.each(['2026-11-21T19:10:00Z', '2026-11-21T18:00:00Z', '2026-11-22T03:33:33Z'])(
    'has the same position on a device whose clock is %s',
    async deviceTime => {
      vi.setSystemTime(new Date(deviceTime))
      const store = storeAt(new FakeServer().on(PATH, { json: { data: simulation } }))
      await store.open(1)
      expect(store.currentSecond).toBe(600 - 8)
      vi.advanceTimersByTime(30_000)
      expect(store.currentSecond).toBe(630 - 8)
    },
  )

  it('is missing if the game has none', async () => {
    const store = storeAt(new FakeServer())
    await store.open(1)
    expect(store.isMissing(1)).toBe(true)
  })

  it('refreshes its stream URL, which is null if the viewer no longer has access', async () => {
    const server = new FakeServer().on(
      PATH,
      { json: { data: simulation } },
      { json: { data: { ...simulation, stream: null } } },
    )
    const store = storeAt(server)
    await store.open(1)
    expect(await store.refreshStreamUrl()).toBeNull()
    expect(store.simulation?.stream).toEqual(simulation.stream)
  })

  it('is cleared as soon as another one is opened', async () => {
    const store = storeAt(new FakeServer().on(PATH, { json: { data: simulation } }))
    await store.open(1)
    const opening = store.open(2)
    expect(store.simulation).toBeNull()
    await opening
  })
})
