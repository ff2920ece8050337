import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { anEvent, createCatalogApi, sampleTimeline, snapshot } from '../../fakes'
import type { EventItem, Simulation } from '../../model'
import { TileStore } from './TileStore'

const NOW = 1_795_300_000_000
const EXPIRES = '2026-11-30T12:00:00Z'
const stream = (type: number, url: string) => ({ id: type, type, url, expires_at: EXPIRES })
const LIVE = anEvent(7, { stream_status: 'live', media: [stream(MEDIA.live, '/media/live.m3u8')] })
const OVER = anEvent(7, { media: [stream(MEDIA.vod, '/media/recording.m3u8')] })

let server: FakeServer
beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  server = new FakeServer()
})
afterEach(() => vi.useRealTimers())

async function open(...events: EventItem[]): Promise<TileStore> {
  server.on('/api/events/7', ...events.map(event => itemResponse(event)))
  const tile = new TileStore(7, createCatalogApi(server))
  await tile.open()
  return tile
}

const stateOf = (tile: TileStore) => tile.stateAt(Date.now())

describe('a game follows its own access rules', () => {
  it.each<[string, Partial<EventItem>, string]>([
    ['plays', { stream_status: 'live', media: LIVE.media }, 'plays'],
    [
      'needs a pass',
      { stream_status: 'live', has_access: false, access_reason: 'purchase_required' },
      'locked',
    ],
    [
      'needs a login',
      { stream_status: 'live', has_access: false, access_reason: 'login_required' },
      'locked',
    ],
    [
      'is blocked in the region',
      { stream_status: 'live', has_access: false, access_reason: 'geo_blocked' },
      'geo',
    ],
    ['has not started', { stream_status: 'upcoming', event_utc_ts: NOW / 1000 + 60 }, 'countdown'],
    ['is late', { stream_status: 'live', live_state: 'delayed' }, 'waiting'],
    ['is over', { media: OVER.media }, 'ended'],
    ['is canceled', { stream_status: 'upcoming', schedule_status: 'canceled' }, 'canceled'],
  ])('a game that %s', async (_, changes, state) => {
    expect(stateOf(await open(anEvent(7, changes)))).toBe(state)
  })

  it.each([
    [404, 'errors.not_found', 'missing'],
    [404, 'errors.private_event', 'private'],
    [404, 'errors.not_a_member', 'private'],
    [503, 'errors.busy', 'failed'],
  ])('a response %i %s', async (status, code, state) => {
    server.on('/api/events/7', { status, json: { code, message: '' } })
    const tile = new TileStore(7, createCatalogApi(server))
    expect(stateOf(tile)).toBe('loading')
    await tile.open()
    expect(stateOf(tile)).toBe(state)
  })
})

it('the recording of a game that is over does not play among running games', async () => {
  expect((await open(OVER)).source).toBeNull()
})

it('a new signature comes from the event, and null means that access has ended', async () => {
  const renewed = { ...LIVE, media: [stream(MEDIA.live, '/media/new.m3u8')] }
  const tile = await open(LIVE, renewed, anEvent(7, { stream_status: 'live', has_access: false }))
  expect((await tile.renewSource())?.url).toBe('/media/new.m3u8')
  expect(await tile.renewSource()).toBeNull()
})

it('the last seconds of a stream play to their end, although the game is over', async () => {
  const tile = await open(LIVE, OVER)
  expect(tile.source?.url).toBe('/media/live.m3u8')
  await tile.refresh()
  expect([stateOf(tile), tile.source?.url]).toEqual(['plays', '/media/live.m3u8'])
  tile.handleEnd()
  await vi.waitFor(() => expect(server.paths).toHaveLength(3))
  expect(stateOf(tile)).toBe('ended')
})

it('a stream that was reopened after its end plays again', async () => {
  const tile = await open(LIVE, OVER, LIVE)
  tile.handleEnd()
  await tile.refresh()
  expect(stateOf(tile)).toBe('ended')
  await tile.refresh()
  expect(stateOf(tile)).toBe('plays')
})

describe('a recording that plays as if it were live', () => {
  const shown = anEvent(7, { simulation: { state: 'live', starts_at: new Date(NOW - 60_000).toISOString() } })
  const simulation = (changes: Partial<Simulation> = {}): Simulation => ({
    event: shown,
    starts_at: new Date(NOW - 60_000).toISOString(),
    ends_at: new Date(NOW + 60_000).toISOString(),
    now: new Date(NOW).toISOString(),
    delay: 8,
    state: 'live',
    stream: stream(MEDIA.live, '/media/shown.m3u8'),
    ...changes,
  })

  it('plays at the position of all viewers, with its own signature', async () => {
    server.on('/api/events/7/simulation', itemResponse(simulation()))
    const tile = await open(shown)
    expect([stateOf(tile), tile.source?.url, tile.isSimulated]).toEqual(['plays', '/media/shown.m3u8', true])
    expect(tile.clock()).toBeCloseTo(52)
    expect((await tile.renewSource())?.url).toBe('/media/shown.m3u8')
  })

  it('has the score of its position in the recording, not that of the time at which it is shown', async () => {
    server.on('/api/events/7/simulation', itemResponse(simulation()))
    const tile = await open(shown)
    const player = new FakePlayer(NOW)
    tile.timeline.timeline = sampleTimeline({
      recording: [{ position_ms: 0, at_ms: 1_000_000 }],
      snapshots: [snapshot(1_000_000, [0, 1]), snapshot(1_060_000, [0, 2])],
    })
    tile.attach(player)
    player.play()
    player.moveTo(30)
    expect(tile.timeline.playheadMs).toBe(1_030_000)
    expect(tile.timeline.scoreAt(1_030_000)?.home).toBe(1)
  })

  it('is locked for viewers without access', async () => {
    server.on(
      '/api/events/7/simulation',
      itemResponse(simulation({ stream: null, event: { ...shown, has_access: false } })),
    )
    expect(stateOf(await open({ ...shown, has_access: false }))).toBe('locked')
  })

  it('plays its last seconds after its end', async () => {
    server.on(
      '/api/events/7/simulation',
      itemResponse(simulation()),
      itemResponse(simulation({ state: 'finished', stream: null })),
    )
    const tile = await open(shown)
    expect(tile.source?.url).toBe('/media/shown.m3u8')
    await tile.refresh()
    expect(stateOf(tile)).toBe('plays')
    tile.handleEnd()
    expect(stateOf(tile)).toBe('ended')
  })
})
