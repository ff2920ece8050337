import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@/shared/constants'
import type { Viewer } from '@/shared/shell'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { anEvent, aPreroll, createCatalogStore } from '../fakes'
import { PrerollStore } from './PrerollStore'

const VISITOR: Viewer = { id: null, capabilities: [], email: null, hasUsedTrial: false, isOperator: false }

/** A browser with a settable clock. Each call of `visit` creates a new store. */
function createBrowser(minutes?: number) {
  const clock = { now: 1_795_300_000_000 }
  const kept = new MemoryStorage()
  const storage = new BrowserStorage('test.', kept, () => clock.now)
  const { channel } = createCatalogStore(new FakeServer(), { preroll_suppress_minutes: minutes }).shell
  const site = { ...channel, prerolls: [aPreroll(1)] }
  const visit = (viewer = VISITOR) =>
    new PrerollStore(
      { channel: site, viewer, storage },
      () => 0,
      () => clock.now,
    )
  return { clock, storage, visit }
}

const prerollsBefore = (store: PrerollStore, id: number) => store.prerollsFor(anEvent(id))
const playPreroll = (store: PrerollStore, id: number) => prerollsBefore(store, id).recordPlayed(aPreroll(1))
const chosenPreroll = (store: PrerollStore, id: number) => prerollsBefore(store, id).select()?.id ?? null

describe('the pre-roll before an event', () => {
  it('is the channel’s until it has played', () => {
    const { visit } = createBrowser()
    expect(chosenPreroll(visit(), 1)).toBe(1)
    expect(chosenPreroll(visit(), 1)).toBe(1)
  })

  it('is hidden from viewers with the no_ads capability', () => {
    expect(
      chosenPreroll(createBrowser().visit({ ...VISITOR, id: 5, capabilities: ['watch', 'no_ads'] }), 1),
    ).toBeNull()
  })

  it('is skipped for an hour after it has played', () => {
    const { clock, visit } = createBrowser()
    playPreroll(visit(), 1)
    clock.now += HOUR_MS - 1
    expect(chosenPreroll(visit(), 1)).toBeNull()
    clock.now += 1
    expect(chosenPreroll(visit(), 1)).toBe(1)
  })

  it('is skipped for as long as the channel configures', () => {
    const { clock, visit } = createBrowser(5)
    playPreroll(visit(), 1)
    clock.now += 5 * MINUTE_MS - 1
    expect(chosenPreroll(visit(), 1)).toBeNull()
    clock.now += 1
    expect(chosenPreroll(visit(), 1)).toBe(1)
  })

  it('plays each time if the channel configures no pause', () => {
    const { visit } = createBrowser(0)
    playPreroll(visit(), 1)
    expect(chosenPreroll(visit(), 1)).toBe(1)
  })

  it('is not skipped for another event', () => {
    const { visit } = createBrowser()
    playPreroll(visit(), 1)
    expect(chosenPreroll(visit(), 2)).toBe(1)
  })

  it('is not skipped for another viewer', () => {
    const { visit } = createBrowser()
    playPreroll(visit({ ...VISITOR, id: 5 }), 1)
    expect(chosenPreroll(visit({ ...VISITOR, id: 6 }), 1)).toBe(1)
    expect(chosenPreroll(visit(), 1)).toBe(1)
    expect(chosenPreroll(visit({ ...VISITOR, id: 5 }), 1)).toBeNull()
  })
})

describe('stored pre-roll times', () => {
  it('are deleted once they expire', () => {
    const { clock, storage, visit } = createBrowser()
    playPreroll(visit(), 1)
    clock.now += HOUR_MS / 2
    playPreroll(visit(), 2)
    clock.now += HOUR_MS / 2
    playPreroll(visit(), 3)
    expect(Object.keys(storage.get('prerolls') ?? {})).toEqual(['anonymous:2', 'anonymous:3'])
  })

  it('are removed from storage when all of them have expired', () => {
    const { clock, storage, visit } = createBrowser()
    playPreroll(visit(), 1)
    clock.now += HOUR_MS
    expect(storage.get('prerolls')).toBeNull()
  })
})
