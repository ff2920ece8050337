// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { CatalogProvider, useCatalog } from '../context'
import { aCatalog, anEvent } from '../fakes'
import { MEDIA } from '../model'
import { EventScreen } from './EventScreen'

vi.mock('@/shared/player', () => ({
  Player: ({ autoPlay }: { autoPlay: boolean }) => (
    <p>{autoPlay ? 'plays by itself' : 'waits for a press'}</p>
  ),
}))

const START = 1_795_300_000
const coming = (start = START) =>
  anEvent(1, { stream_status: 'upcoming', access_reason: 'not_started', event_utc_ts: start })
const begun = anEvent(1, {
  stream_status: 'live',
  event_utc_ts: START,
  media: [{ id: 1, type: MEDIA.live, url: '/media/token/master.m3u8', expires_at: '2026-11-21T14:30:00Z' }],
})
const answer = (event: typeof begun) => ({ json: { data: event } })
const failure = { status: 503, json: {} }
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const Open = observer(function Open() {
  const { event } = useCatalog().event
  return event ? <EventScreen event={event} /> : null
})

/** Opens the game two seconds before its start. */
async function open(server: FakeServer) {
  const store = aCatalog(server)
  await store.event.openAlone(1)
  show(
    <CatalogProvider store={store}>
      <Open />
    </CatalogProvider>,
  )
  screen.getByRole('heading', { name: 'It starts by itself' })
}

beforeEach(() => vi.useFakeTimers({ now: START * 1000 - 2_000 }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a game that is waited for', () => {
  it('starts by itself, even if the one question at its start fails', async () => {
    await open(new FakeServer().on('/api/events/1', answer(coming()), failure, failure, answer(begun)))
    await wait(2_000)
    screen.getByRole('heading', { name: 'The stream is about to begin' })
    await wait(20_000)
    screen.getByText('plays by itself')
  })

  it('that was put off runs to its new start, and starts there too', async () => {
    const later = coming(START + 60)
    await open(
      new FakeServer().on('/api/events/1', answer(coming()), answer(later), failure, failure, answer(begun)),
    )
    await wait(2_000)
    screen.getByRole('heading', { name: 'It starts by itself' })
    await wait(60_000)
    screen.getByRole('heading', { name: 'The stream is about to begin' })
    await wait(20_000)
    screen.getByText('plays by itself')
    expect(screen.queryByRole('timer')).toBeNull()
  })
})
