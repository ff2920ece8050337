// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { OpenRoomsProvider } from '@/shared/studio/openRooms'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import type { TodayEvent, Today as TodayParts } from '../../todayApi'
import Today from './Today'

const TODAY = '/api/studio/today'
const NOTHING: TodayParts = {
  live: null,
  planned: null,
  next_event: null,
  assigned: null,
  failed_videos: [],
  failed_library_videos: [],
  failed_replies: [],
  waiting: [],
  steps: null,
}
const CALM: TodayParts = { ...NOTHING, live: [], planned: [] }
let server: FakeServer

const anEvent = (changes: Partial<TodayEvent> = {}): TodayEvent => ({
  id: 12,
  key: 'asked',
  name: 'Harlan Falls @ Cedar Ridge',
  category: 'Boys hockey',
  category_id: 1,
  location: 'Rink',
  starts_at: '2026-11-23T19:00:00Z',
  is_time_known: true,
  time_zone: 'America/Chicago',
  teams: null,
  is_neutral_site: false,
  score: null,
  has_timeline: false,
  status: 'upcoming',
  is_rescheduled: false,
  visibility: 'public',
  pass_type: 'free',
  price: null,
  has_stream: false,
  is_stream_used: false,
  is_external: false,
  has_picture: true,
  has_recording: false,
  missing: null,
  picture: '/pictures/events/12.png',
  has_price: true,
  is_overdue: false,
  ...changes,
})

function open(today: TodayParts, path = '', rooms = ['schedule', 'content']) {
  server.on(TODAY, { json: { data: today } })
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <OpenRoomsProvider value={new Set(rooms)}>
        <Routes>
          <Route path="/studio/today/*" element={<Today />} />
        </Routes>
      </OpenRoomsProvider>
    </CatalogProvider>,
    `/studio/today${path}`,
  )
}

const pathOf = async (name: string | RegExp) =>
  (await screen.findByRole('link', { name })).getAttribute('href')

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('today', () => {
  it('leads from what an event lacks to where it is added', async () => {
    const event = anEvent({ missing: 'stream', has_price: false, has_picture: false, is_overdue: true })
    open({ ...CALM, planned: [event, anEvent({ id: 13, key: 'fine', name: 'Fine' })] })
    expect(await pathOf('No stream key yet')).toBe('/studio/schedule/asked/live')
    expect(await pathOf('No price')).toBe('/studio/schedule/asked')
    expect(await pathOf('No picture')).toBe('/studio/schedule/asked')
    expect(screen.getByText('Should have started')).toBeTruthy()
    expect(screen.getAllByText('Ready')).toHaveLength(1)
  })

  it('shows live events with viewers and the state of the encoder', async () => {
    const stream = {
      state: 'interrupted',
      server: null,
      fault: 'Wrong key.',
      started_at: null,
      finished_at: null,
      is_supervised: true,
      encoders: [],
      preferred_slot: 'primary' as const,
      safety_delay_seconds: 0,
    } as const
    open({ ...CALM, live: [{ ...anEvent({ status: 'live' }), viewers: 1, stream }] })
    expect(await pathOf(/Harlan/)).toBe('/studio/schedule/asked/live')
    for (const text of ['1 viewer', 'Encoder disconnected', 'Wrong key.'])
      expect(screen.getByText(text)).toBeTruthy()
  })

  it('leads to the page for viewers where the role has no schedule', async () => {
    open({ ...NOTHING, live: [{ ...anEvent({ status: 'live' }), viewers: 20, stream: null }] }, '', [])
    expect(await pathOf(/Harlan/)).toBe('/watch/12')
    expect(screen.queryByRole('link', { name: 'New event' })).toBeNull()
  })

  it('leads to what waits, each with its filter', async () => {
    open({
      ...NOTHING,
      waiting: [
        { kind: 'requests', count: 2 },
        { kind: 'reported_clips', count: 1 },
      ],
      failed_videos: [anEvent({ name: 'Final' })],
      failed_library_videos: [{ id: 3, key: 'skating', title: 'Skating' }],
      failed_replies: [8],
    })
    expect(await pathOf('2 open requests')).toBe('/studio/requests')
    expect(await pathOf('1 reported clip')).toBe('/studio/clips?filter=reported')
    expect(await pathOf('Video failed: Final')).toBe('/studio/schedule/asked/video')
    expect(await pathOf('Library video failed: Skating')).toBe('/studio/content/videos/skating/video')
    expect(await pathOf('Reply not sent: request 8')).toBe('/studio/requests/8')
  })

  it('is not calm while only a reply was not sent', async () => {
    open({ ...CALM, failed_replies: [8] })
    expect(await screen.findByText('Waiting for you')).toBeTruthy()
    expect(screen.queryByText('All is well')).toBeNull()
  })

  it('names the next event on a calm day', async () => {
    open({ ...CALM, next_event: anEvent() })
    expect(await screen.findByText('All is well')).toBeTruthy()
    expect(await pathOf(/Harlan/)).toBe('/studio/schedule/asked')
    expect(await pathOf('Import a schedule')).toBe('/studio/schedule/import')
  })

  it('lists the steps of a new channel, with links to the open rooms', async () => {
    open({
      ...CALM,
      steps: [
        { kind: 'brand', is_done: false },
        { kind: 'teams', is_done: true },
      ],
    })
    expect(await pathOf('Add your teams')).toBe('/studio/content')
    expect(screen.getByText('1 of 2 done')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Add your logo and colors' })).toBeNull()
    expect(screen.queryByText('All is well')).toBeNull()
  })
})

describe('a scorekeeper', () => {
  it('opens the assigned events', async () => {
    const over = anEvent({ id: 11, name: 'Over', status: 'finished' })
    open({ ...NOTHING, assigned: [over, anEvent()] }, '', [])
    expect(await pathOf(/Harlan/)).toBe('/studio/today/12')
    expect(screen.getByRole('heading', { name: 'Earlier events' })).toBeTruthy()
  })

  it('reads the next of many events first, and all of them on request', async () => {
    const past = Array.from({ length: 60 }, (_, index) =>
      anEvent({ id: index + 1, name: `Past ${index + 1}`, status: 'finished' }),
    )
    open({ ...NOTHING, assigned: [...past, anEvent({ id: 99, name: 'Next' })] }, '', [])
    expect((await screen.findAllByRole('link')).map(link => link.textContent).slice(0, 2)).toEqual([
      'Next',
      'Past 60',
    ])
    expect(screen.queryByText('Past 1')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'All 61 assigned events' }))
    expect(screen.getByText('Past 1')).toBeTruthy()
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('reads one event, or that it is not assigned', async () => {
    server.on('/api/studio/assigned-events/12', {
      json: {
        data: anEvent({
          status: 'finished',
          score: { away: 2, home: 3, note: null, ending: 'overtime', ending_note: 'OT' },
        }),
      },
    })
    open(NOTHING, '/12', [])
    expect(await screen.findByText('2–3, Final/OT')).toBeTruthy()
    cleanup()
    server.on('/api/studio/assigned-events/13', {
      status: 403,
      json: { code: 'errors.event_not_assigned', message: 'No' },
    })
    open(NOTHING, '/13', [])
    expect(await screen.findByText('This event is not assigned to you')).toBeTruthy()
  })
})
