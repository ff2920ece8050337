import { describe, expect, it, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '@/shared/constants'
import type { Preroll, Viewer } from '@/shared/shell'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { Telemetry } from '@/shared/telemetry'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import type { AdBreakChoice } from '../adBreakApi'
import { anEvent, aPreroll, createCatalogStore } from '../fakes'
import { PrerollStore } from './PrerollStore'

const VISITOR: Viewer = { id: null, capabilities: [], email: null, hasUsedTrial: false, isOperator: false }

/** A browser with a settable clock. Each call of `visit` creates a new store. */
function createBrowser(minutes?: number, prerolls: readonly Preroll[] = [aPreroll(1)]) {
  const clock = { now: 1_795_300_000_000 }
  const kept = new MemoryStorage()
  const storage = new BrowserStorage('test.', kept, () => clock.now)
  const { channel } = createCatalogStore(new FakeServer(), { preroll_suppress_minutes: minutes }).shell
  const site = { ...channel, prerolls }
  const emitted: unknown[] = []
  const telemetry = new Telemetry()
  telemetry.listen(event => emitted.push([event.name, event.payload]))
  const create = vi.fn(async (): Promise<AdBreakChoice> => {
    throw new TypeError('Failed to fetch')
  })
  const visit = (viewer = VISITOR) =>
    new PrerollStore(
      { channel: site, viewer, storage, telemetry },
      { create },
      () => 0,
      () => clock.now,
    )
  return { clock, storage, visit, create, emitted }
}

const prerollsBefore = (store: PrerollStore, id: number) => store.prerollsFor(anEvent(id))
const playPreroll = (store: PrerollStore, id: number) => prerollsBefore(store, id).recordPlayed(aPreroll(1))
const chosenPreroll = async (store: PrerollStore, id: number) =>
  (await prerollsBefore(store, id).select()?.choice)?.preroll.id ?? null

describe('the pre-roll before an event', () => {
  it('is the channel’s until it has played', async () => {
    const { visit } = createBrowser()
    expect(await chosenPreroll(visit(), 1)).toBe(1)
    expect(await chosenPreroll(visit(), 1)).toBe(1)
  })

  it('is hidden from viewers with the no_ads capability', async () => {
    expect(
      await chosenPreroll(createBrowser().visit({ ...VISITOR, id: 5, capabilities: ['watch', 'no_ads'] }), 1),
    ).toBeNull()
  })

  it('is skipped for an hour after it has played', async () => {
    const { clock, visit } = createBrowser()
    playPreroll(visit(), 1)
    clock.now += HOUR_MS - 1
    expect(await chosenPreroll(visit(), 1)).toBeNull()
    clock.now += 1
    expect(await chosenPreroll(visit(), 1)).toBe(1)
  })

  it('is skipped for as long as the channel configures', async () => {
    const { clock, visit } = createBrowser(5)
    playPreroll(visit(), 1)
    clock.now += 5 * MINUTE_MS - 1
    expect(await chosenPreroll(visit(), 1)).toBeNull()
    clock.now += 1
    expect(await chosenPreroll(visit(), 1)).toBe(1)
  })

  it('plays each time if the channel configures no pause', async () => {
    const { visit } = createBrowser(0)
    playPreroll(visit(), 1)
    expect(await chosenPreroll(visit(), 1)).toBe(1)
  })

  it('is not skipped for another event', async () => {
    const { visit } = createBrowser()
    playPreroll(visit(), 1)
    expect(await chosenPreroll(visit(), 2)).toBe(1)
  })

  it('is not skipped for another viewer', async () => {
    const { visit } = createBrowser()
    playPreroll(visit({ ...VISITOR, id: 5 }), 1)
    expect(await chosenPreroll(visit({ ...VISITOR, id: 6 }), 1)).toBe(1)
    expect(await chosenPreroll(visit(), 1)).toBe(1)
    expect(await chosenPreroll(visit({ ...VISITOR, id: 5 }), 1)).toBeNull()
  })
})

describe('stored pre-roll times', () => {
  it('are deleted once they expire', async () => {
    const { clock, storage, visit } = createBrowser()
    playPreroll(visit(), 1)
    clock.now += HOUR_MS / 2
    playPreroll(visit(), 2)
    clock.now += HOUR_MS / 2
    playPreroll(visit(), 3)
    expect(Object.keys(storage.get('prerolls') ?? {})).toEqual(['anonymous:2', 'anonymous:3'])
  })

  it('are removed from storage when all of them have expired', async () => {
    const { clock, storage, visit } = createBrowser()
    playPreroll(visit(), 1)
    clock.now += HOUR_MS
    expect(storage.get('prerolls')).toBeNull()
  })
})

describe('the pre-roll of a sponsor', () => {
  const FEED = aPreroll(1, { key: 'feed', sponsor: 'feed' })
  const HOUSE_AD = aPreroll(2, { key: 'house' })
  const CHOICE: AdBreakChoice = { preroll_id: 1, sponsor: 'feed', token: 'signed', day: '2026-11-21' }

  it('is chosen by the server, and its events are reported with the token', async () => {
    const { visit, create, emitted } = createBrowser(60, [HOUSE_AD, FEED])
    create.mockResolvedValue(CHOICE)
    const choice = await prerollsBefore(visit(), 4).select()?.choice
    expect(create).toHaveBeenCalledWith(4, null)
    expect(choice?.preroll.key).toBe('feed')
    choice?.report?.('midpoint')
    expect(emitted).toEqual([['ad', { event: 'midpoint', token: 'signed' }]])
  })

  it('is not asked for if only house ads fit', async () => {
    const { visit, create } = createBrowser(60, [HOUSE_AD])
    const request = prerollsBefore(visit(), 4).select()
    expect((await request?.choice)?.report).toBeNull()
    expect(create).not.toHaveBeenCalled()
  })

  it('is replaced by a house ad if the server does not respond, and by nothing without one', async () => {
    expect(await chosenPreroll(createBrowser(60, [FEED, HOUSE_AD]).visit(), 1)).toBe(2)
    expect(await chosenPreroll(createBrowser(60, [FEED]).visit(), 1)).toBeNull()
  })

  it('does not play if the server chose none', async () => {
    const { visit, create } = createBrowser(60, [FEED])
    create.mockResolvedValue({ ...CHOICE, preroll_id: null, token: null })
    expect(await chosenPreroll(visit(), 1)).toBeNull()
  })

  it('is counted in the browser of a visitor, for the day of the channel', async () => {
    const { visit, create, storage } = createBrowser(60, [FEED])
    create.mockResolvedValue(CHOICE)
    const store = visit()
    for (const event of [1, 2]) {
      await prerollsBefore(store, event).select()?.choice
      prerollsBefore(store, event).recordPlayed(FEED)
    }
    expect(storage.get('ads_seen')).toEqual({ day: '2026-11-21', counts: { feed: 2 } })
    await prerollsBefore(store, 3).select()?.choice
    expect(create).toHaveBeenLastCalledWith(3, { day: '2026-11-21', counts: { feed: 2 } })
    create.mockResolvedValue({ ...CHOICE, day: '2026-11-22' })
    await prerollsBefore(store, 4).select()?.choice
    prerollsBefore(store, 4).recordPlayed(FEED)
    expect(storage.get('ads_seen')).toEqual({ day: '2026-11-22', counts: { feed: 1 } })
  })

  it('is not counted in the browser of a viewer with an account', async () => {
    const { visit, create, storage } = createBrowser(60, [FEED])
    create.mockResolvedValue(CHOICE)
    const store = visit({ ...VISITOR, id: 5 })
    await prerollsBefore(store, 1).select()?.choice
    prerollsBefore(store, 1).recordPlayed(FEED)
    expect(storage.get('ads_seen')).toBeNull()
  })
})
