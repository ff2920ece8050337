// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { observer } from 'mobx-react-lite'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import type { Player } from '@/shared/player'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider, useCatalog } from '../../context'
import type { WatchingDevices } from '../../devicesApi'
import { anEvent, createCatalogStore } from '../../fakes'
import type { EventItem } from '../../model'
import { eventStore } from '../../stores/EventStore'
import { EventPlayer } from './EventPlayer'

vi.mock('@/shared/player', () => ({
  Player: ({ autoPlay, renewSource }: Parameters<typeof Player>[0]) => (
    <>
      <p>{autoPlay ? 'plays' : 'waits for a press'}</p>
      <button type="button" onClick={() => void renewSource()}>
        Video refused
      </button>
    </>
  ),
}))

const DEVICES = '/api/watching_devices'
const EVENT = '/api/events/1'
const phone = {
  session_id: 7,
  name: 'Safari on iPhone',
  platform: 'mobile',
  since: '2026-12-01T19:00:00Z',
  title: 'Final',
  is_current: false,
}
const unnamed = { ...phone, session_id: 8, name: '', title: null }
const answer = (admission: WatchingDevices['admission'], devices = [phone, unnamed]) => ({
  json: { data: { admission, limit: 2, devices } },
})
const media = [
  { id: 1, type: MEDIA.vod, url: '/media/token/master.m3u8', expires_at: '2026-12-01T20:00:00Z' },
]
const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
let server: FakeServer

const Open = observer(function Open() {
  const { event } = useCatalog().resolve(eventStore)
  return event ? <EventPlayer event={event} /> : null
})

async function open(reason: EventItem['access_reason'] = 'purchased') {
  const event = anEvent(1, { stream_status: 'finished', access_reason: reason, media })
  server.on(EVENT, { json: { data: event } })
  const store = createCatalogStore(server)
  await store.resolve(eventStore).openWithoutNext(1)
  const page = renderPage(
    <CatalogProvider store={store}>
      <Open />
    </CatalogProvider>,
  )
  await advanceTimers(0)
  return page
}

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  await advanceTimers(0)
}

const count = (path: string) => server.paths.filter(requested => requested === path).length

beforeEach(() => {
  vi.useFakeTimers()
  server = new FakeServer()
  server.on(`${DEVICES}/leave`, { status: 204 }).on(`${DEVICES}/resume`, { status: 204 })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows the devices when all places are taken, and plays here when one is stopped', async () => {
  server.on(DEVICES, answer('full'), answer('allowed', [])).on(`${DEVICES}/7`, { status: 204 })
  await open()
  await press('Video refused')
  expect(screen.getByRole('heading', { name: 'Watching on 2 devices: stop one' })).toBeDefined()
  expect(screen.getByText(/^Final, since/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Stop Unknown device' })).toBeDefined()
  await press('Stop Safari on iPhone')
  expect(server.requests.find(({ path }) => path === `${DEVICES}/7`)?.method).toBe('DELETE')
  expect(screen.getByText('plays')).toBeDefined()
})

it('offers the player again when a place becomes free, without playing unasked', async () => {
  server.on(DEVICES, answer('full'), answer('full'), answer('allowed', []))
  await open()
  await press('Video refused')
  await advanceTimers(10_000)
  expect(screen.getByRole('heading', { name: 'Watching on 2 devices: stop one' })).toBeDefined()
  await advanceTimers(10_000)
  expect(screen.getByText('waits for a press')).toBeDefined()
})

it('keeps the devices when a check for a free place fails', async () => {
  server.on(DEVICES, answer('full'), { status: 503, json: {} })
  await open()
  await press('Video refused')
  await advanceTimers(10_000)
  expect(screen.getByRole('heading', { name: 'Watching on 2 devices: stop one' })).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('lets a stopped device return, and requests nothing until then', async () => {
  server.on(DEVICES, answer('stopped'), answer('allowed', []))
  await open('subscribed')
  await press('Video refused')
  expect(screen.getByRole('heading', { name: 'Stopped on another device' })).toBeDefined()
  await advanceTimers(60_000)
  expect(count(DEVICES)).toBe(1)
  await press('Watch here')
  expect(screen.getByText('plays')).toBeDefined()
})

it('reports that a device could not be stopped', async () => {
  server.on(DEVICES, answer('full')).on(`${DEVICES}/7`, { status: 503, json: {} })
  await open()
  await press('Video refused')
  await press('Stop Safari on iPhone')
  expect(screen.getByRole('alert').textContent).toContain('Check your connection')
})

it('renews the video if the places cannot be requested', async () => {
  server.on(DEVICES, { status: 503, json: {} })
  await open()
  const before = count(EVENT)
  await press('Video refused')
  expect(count(EVENT)).toBe(before + 1)
})

it('frees the place when the page closes, and has none for a free event', async () => {
  const page = await open()
  page.unmount()
  await advanceTimers(0)
  expect(count(`${DEVICES}/leave`)).toBe(1)
  const free = await open('free')
  await press('Video refused')
  free.unmount()
  expect([count(DEVICES), count(`${DEVICES}/leave`)]).toEqual([0, 1])
})
