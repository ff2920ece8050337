// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import type { Player } from '@/shared/player'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider, useCatalog } from '../../context'
import { anEvent, createCatalogStore } from '../../fakes'
import type { MediaRow } from '../../model'
import { eventStore } from '../../stores/EventStore'
import { EventPlayer } from './EventPlayer'

vi.mock('@/shared/player', () => ({
  Player: ({ id, source, autoPlay, onEnded, poster, placeholder: drawn }: PlayerProps) => {
    const loaded = useState({ id, url: source.url })[0]
    return (
      <>
        {poster ? null : drawn}
        <p>{autoPlay ? 'plays by itself' : 'waits for a press'}</p>
        <p>{loaded.id === id ? loaded.url : 'another player'}</p>
        <button type="button" onClick={onEnded}>
          The end
        </button>
      </>
    )
  },
}))

type PlayerProps = Parameters<typeof Player>[0]

const START = 1_795_300_000
const STREAM: MediaRow & { url: string } = {
  id: 1,
  type: MEDIA.live,
  url: '/media/token/master.m3u8',
  expires_at: '2026-11-21T14:30:00Z',
}
const RECORDING = { ...STREAM, id: 2, type: MEDIA.vod, url: '/media/token/recording.m3u8' }
const upcomingEvent = (start = START) =>
  anEvent(1, { stream_status: 'upcoming', access_reason: 'not_started', event_utc_ts: start })
const liveEvent = anEvent(1, {
  stream_status: 'live',
  event_utc_ts: START,
  media: [STREAM],
})
const finishedEvent = (...media: (typeof STREAM)[]) => anEvent(1, { stream_status: 'finished', media })
const eventResponse = (event: typeof liveEvent) => ({ json: { data: event } })
const failure = { status: 503, json: {} }
const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

const Open = observer(function Open() {
  const { event } = useCatalog().resolve(eventStore)
  return event ? <EventPlayer event={event} /> : null
})

async function renderWatch(server: FakeServer) {
  const store = createCatalogStore(server)
  await store.resolve(eventStore).openWithoutNext(1)
  renderPage(
    <CatalogProvider store={store}>
      <Open />
    </CatalogProvider>,
  )
}

/** Opens the game two seconds before its start. */
async function open(server: FakeServer) {
  await renderWatch(server)
  screen.getByRole('heading', { name: 'Starts automatically' })
}

beforeEach(() => vi.useFakeTimers({ now: START * 1000 - 2_000 }))

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('a game that is waited for', () => {
  it('starts by itself, even if the one question at its start fails', async () => {
    await open(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(upcomingEvent()),
        failure,
        failure,
        eventResponse(liveEvent),
      ),
    )
    await advanceTimers(2_000)
    screen.getByRole('heading', { name: 'The stream is about to start' })
    await advanceTimers(20_000)
    screen.getByText('plays by itself')
  })

  it('that was put off runs to its new start, and starts there too', async () => {
    const later = upcomingEvent(START + 60)
    await open(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(upcomingEvent()),
        eventResponse(later),
        failure,
        failure,
        eventResponse(liveEvent),
      ),
    )
    await advanceTimers(2_000)
    screen.getByRole('heading', { name: 'Starts automatically' })
    await advanceTimers(60_000)
    screen.getByRole('heading', { name: 'The stream is about to start' })
    await advanceTimers(20_000)
    screen.getByText('plays by itself')
    expect(screen.queryByRole('timer')).toBeNull()
  })
})

it('a game that starts early plays automatically, too', async () => {
  vi.setSystemTime(START * 1000 - 600_000)
  await open(new FakeServer().on('/api/events/1', eventResponse(upcomingEvent()), eventResponse(liveEvent)))
  await advanceTimers(60_000)
  screen.getByText('plays by itself')
})

it('a live game without a picture has its teams in the player’s frame until it plays', async () => {
  await renderWatch(new FakeServer().on('/api/events/1', eventResponse(liveEvent)))
  expect(document.querySelector('.matchup--poster')).not.toBeNull()
})

describe('a live game that ends', () => {
  const last = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'The end' })))

  it('is watched to its last picture, though its recording is there', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent(RECORDING, STREAM)),
      ),
    )
    screen.getByText(STREAM.url)
    await advanceTimers(60_000)
    screen.getByText(STREAM.url)
  })

  it('is offered from the start, without a reload', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent(RECORDING, STREAM)),
      ),
    )
    await last()
    screen.getByRole('heading', { name: 'The game has ended' })
    fireEvent.click(screen.getByRole('button', { name: 'Watch from the start' }))
    screen.getByText(RECORDING.url)
    screen.getByText('plays by itself')
  })

  it('is offered as it was streamed until its recording is ready', async () => {
    await renderWatch(
      new FakeServer().on('/api/events/1', eventResponse(liveEvent), eventResponse(finishedEvent(STREAM))),
    )
    await last()
    fireEvent.click(screen.getByRole('button', { name: 'Watch from the start' }))
    screen.getByText(STREAM.url)
  })

  it('shows its recording as soon as it is ready', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent()),
        eventResponse(finishedEvent(RECORDING)),
      ),
    )
    await last()
    screen.getByText(/will appear here automatically/)
    expect(screen.queryByRole('button')).toBeNull()
    await advanceTimers(10_000)
    screen.getByRole('button', { name: 'Watch from the start' })
  })
})

describe('a game that is reopened after its end', () => {
  const last = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'The end' })))
  const goesOn = eventResponse({ ...liveEvent, media: [{ ...STREAM, url: '/media/token/reopened.m3u8' }] })
  const reopened = eventResponse({ ...liveEvent, live_state: 'interrupted' })

  it('goes on by itself for a viewer who saw the end, as soon as there is a picture', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent(RECORDING)),
        reopened,
        goesOn,
      ),
    )
    await last()
    screen.getByRole('heading', { name: 'The game has ended' })
    await advanceTimers(20_000)
    screen.getByRole('heading', { name: 'Game resuming' })
    await advanceTimers(10_000)
    screen.getByText('/media/token/reopened.m3u8')
    screen.getByText('plays by itself')
  })

  it('goes on where it was reopened before the viewer came to the end', async () => {
    await renderWatch(new FakeServer().on('/api/events/1', eventResponse(liveEvent), goesOn))
    await last()
    screen.getByText('/media/token/reopened.m3u8')
  })

  it('ends twice where it is ended twice', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent()),
        goesOn,
        eventResponse(finishedEvent(RECORDING)),
      ),
    )
    await last()
    await advanceTimers(10_000)
    screen.getByText('/media/token/reopened.m3u8')
    await last()
    screen.getByRole('button', { name: 'Watch from the start' })
  })

  it('of another site does not begin again because its time is not over', async () => {
    const elsewhere = eventResponse({
      ...liveEvent,
      media: [{ ...STREAM, expires_at: null as unknown as string }],
    })
    await renderWatch(new FakeServer().on('/api/events/1', elsewhere))
    await last()
    await advanceTimers(30_000)
    screen.getByRole('heading', { name: 'The game has ended' })
  })
})

describe('a game that is shut out of the viewer’s region', () => {
  const blocked = anEvent(1, {
    has_access: false,
    access_reason: 'geo_blocked',
    media: [{ ...STREAM, url: null }],
  })

  it('shows the specification’s message and plays nothing', async () => {
    await renderWatch(new FakeServer().on('/api/events/1', eventResponse(blocked)))
    screen.getByText("We're sorry, but this content is not available in your region.")
    expect(screen.queryByRole('button', { name: 'The end' })).toBeNull()
  })
})
