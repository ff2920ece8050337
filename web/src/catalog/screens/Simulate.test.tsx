// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Player } from '@/shared/player'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { anEvent, createCatalogStore } from '../fakes'
import type { EventItem, Simulation } from '../model'
import Simulate from './Simulate'

vi.mock('@/shared/player', () => ({
  Player: ({ clock, onEnded }: Parameters<typeof Player>[0]) => (
    <button type="button" onClick={onEnded}>
      plays from {clock?.()}
    </button>
  ),
}))

const PATH = '/api/events/1/simulation'
const START = Date.parse('2026-11-21T19:00:00Z')
/** The response a number of seconds after the start. */
function simulationResponse(
  after: number,
  changes: Partial<Simulation> = {},
  event: Partial<EventItem> = {},
) {
  const state = after < 0 ? 'upcoming' : after < 3600 ? 'live' : 'finished'
  const stream = { id: 1, type: 2, url: '/media/token/assets/1-ab/master.m3u8', expires_at: null }
  const data: Simulation = {
    event: anEvent(1, { name: 'Timber @ Tide', ...event }),
    starts_at: new Date(START).toISOString(),
    ends_at: new Date(START + 3_600_000).toISOString(),
    now: new Date(START + after * 1000).toISOString(),
    delay: 8,
    state,
    stream: after < 0 ? null : stream,
    ...changes,
  }
  return { json: { data } }
}

async function open(server: FakeServer, address = '/simulate?event_id=1') {
  await act(async () => {
    renderPage(
      <CatalogProvider store={createCatalogStore(server)}>
        <Simulate />
      </CatalogProvider>,
      address,
    )
  })
}
const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

beforeEach(() => vi.useFakeTimers({ now: START }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a showing', () => {
  it('starts at the current position for every viewer', async () => {
    vi.setSystemTime(START + 600_000)
    await open(new FakeServer().on(PATH, simulationResponse(600)))
    screen.getByText('plays from 592')
  })

  it('counts down to its start, and plays automatically at its first frame', async () => {
    vi.setSystemTime(START - 5_000)
    await open(new FakeServer().on(PATH, simulationResponse(-5), simulationResponse(8)))
    screen.getByRole('heading', { name: 'Starts automatically' })
    screen.getByRole('timer')
    await advanceTimers(12_900)
    expect(screen.queryByText(/plays from/)).toBeNull()
    await advanceTimers(1_100)
    screen.getByText(/plays from/)
  })

  it('links to the recording after its last frame', async () => {
    vi.setSystemTime(START + 600_000)
    await open(new FakeServer().on(PATH, simulationResponse(600)))
    fireEvent.click(screen.getByText('plays from 592'))
    expect(screen.getByRole('link', { name: 'Watch from the start' }).getAttribute('href')).toBe('/watch/1')
  })

  it('that has ended links to the recording', async () => {
    vi.setSystemTime(START + 4_000_000)
    await open(new FakeServer().on(PATH, simulationResponse(4000)))
    screen.getByRole('heading', { name: 'The game has ended' })
    screen.getByRole('link', { name: 'Watch from the start' })
  })

  it('that is locked offers access', async () => {
    const closed = { has_access: false, access_reason: 'login_required', pass_type: 'paid' } as const
    await open(new FakeServer().on(PATH, simulationResponse(0, { stream: null }, closed)))
    screen.getByRole('heading', { name: 'Get access to this game' })
  })

  it('that is blocked in the viewer’s region shows the specification’s message', async () => {
    const blocked = { has_access: false, access_reason: 'geo_blocked' } as const
    await open(new FakeServer().on(PATH, simulationResponse(0, { stream: null }, blocked)))
    screen.getByText("We're sorry, but this content is not available in your region.")
  })
})

describe('an address', () => {
  it('without a game shows an error', async () => {
    await open(new FakeServer(), '/simulate')
    screen.getByRole('heading', { name: 'Game not specified' })
  })

  it('of a game without a showing shows an error with a link', async () => {
    await open(new FakeServer())
    screen.getByRole('heading', { name: 'No showing of this game' })
    expect(screen.getByRole('link', { name: 'Full schedule' }).getAttribute('href')).toBe('/schedule')
  })

  it('can be retried if it did not load', async () => {
    await open(new FakeServer().on(PATH, { status: 503 }, simulationResponse(0)))
    screen.getByRole('heading', { name: 'The game could not be loaded' })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Try again' })))
    await advanceTimers(0)
    screen.getByRole('heading', { name: 'Timber @ Tide' })
  })
})
