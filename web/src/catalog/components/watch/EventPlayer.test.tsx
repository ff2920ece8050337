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

describe('a game before its start', () => {
  it('starts automatically, even if the request at its start time fails', async () => {
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

  it('that is postponed counts down to its new start time', async () => {
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

it('a game that starts early plays automatically', async () => {
  vi.setSystemTime(START * 1000 - 600_000)
  await open(new FakeServer().on('/api/events/1', eventResponse(upcomingEvent()), eventResponse(liveEvent)))
  await advanceTimers(60_000)
  screen.getByText('plays by itself')
})

it('a live game shows its teams in the player until playback starts', async () => {
  await renderWatch(new FakeServer().on('/api/events/1', eventResponse(liveEvent)))
  expect(document.querySelector('.matchup--poster')).not.toBeNull()
})

describe('a live game that ends', () => {
  const reachEnd = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'The end' })))

  it('plays to its last frame, even if its recording is ready', async () => {
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

  it('can be watched from the start without a reload', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent(RECORDING, STREAM)),
      ),
    )
    await reachEnd()
    screen.getByRole('heading', { name: 'The game has ended' })
    fireEvent.click(screen.getByRole('button', { name: 'Watch from the start' }))
    screen.getByText(RECORDING.url)
    screen.getByText('plays by itself')
  })

  it('plays its stream from the start until its recording is ready', async () => {
    await renderWatch(
      new FakeServer().on('/api/events/1', eventResponse(liveEvent), eventResponse(finishedEvent(STREAM))),
    )
    await reachEnd()
    fireEvent.click(screen.getByRole('button', { name: 'Watch from the start' }))
    screen.getByText(STREAM.url)
  })

  it('offers its recording as soon as it is ready', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent()),
        eventResponse(finishedEvent(RECORDING)),
      ),
    )
    await reachEnd()
    screen.getByText(/will appear here automatically/)
    expect(screen.queryByRole('button')).toBeNull()
    await advanceTimers(10_000)
    screen.getByRole('button', { name: 'Watch from the start' })
  })
})

describe('a game reopened after its end', () => {
  const reachEnd = () => act(async () => fireEvent.click(screen.getByRole('button', { name: 'The end' })))
  const resumed = eventResponse({ ...liveEvent, media: [{ ...STREAM, url: '/media/token/reopened.m3u8' }] })
  const reopened = eventResponse({ ...liveEvent, live_state: 'interrupted' })

  it('resumes automatically for a viewer who saw the end', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent(RECORDING)),
        reopened,
        resumed,
      ),
    )
    await reachEnd()
    screen.getByRole('heading', { name: 'The game has ended' })
    await advanceTimers(20_000)
    screen.getByRole('heading', { name: 'Game resuming' })
    await advanceTimers(10_000)
    screen.getByText('/media/token/reopened.m3u8')
    screen.getByText('plays by itself')
  })

  it('resumes if it was reopened before the viewer reached the end', async () => {
    await renderWatch(new FakeServer().on('/api/events/1', eventResponse(liveEvent), resumed))
    await reachEnd()
    screen.getByText('/media/token/reopened.m3u8')
  })

  it('can end a second time', async () => {
    await renderWatch(
      new FakeServer().on(
        '/api/events/1',
        eventResponse(liveEvent),
        eventResponse(finishedEvent()),
        resumed,
        eventResponse(finishedEvent(RECORDING)),
      ),
    )
    await reachEnd()
    await advanceTimers(10_000)
    screen.getByText('/media/token/reopened.m3u8')
    await reachEnd()
    screen.getByRole('button', { name: 'Watch from the start' })
  })

  it('on another site does not restart before its scheduled end', async () => {
    const externalStream = eventResponse({
      ...liveEvent,
      media: [{ ...STREAM, expires_at: null as unknown as string }],
    })
    await renderWatch(new FakeServer().on('/api/events/1', externalStream))
    await reachEnd()
    await advanceTimers(30_000)
    screen.getByRole('heading', { name: 'The game has ended' })
  })
})

describe('a game blocked in the viewer’s region', () => {
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
