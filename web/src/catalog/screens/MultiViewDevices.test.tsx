// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import type { TilePlayer } from '@/shared/player'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { anEvent, createCatalogStore, HOCKEY } from '../fakes'
import MultiView from './MultiView'

vi.mock('@/shared/player', async () => ({
  SharedConnection: (
    await vi.importActual<typeof import('@/shared/player/tile/SharedConnection')>(
      '@/shared/player/tile/SharedConnection',
    )
  ).SharedConnection,
  TilePlayer: ({ id, renewSource }: Parameters<typeof TilePlayer>[0]) => (
    <button type="button" onClick={() => void renewSource()}>{`Video ${id} refused`}</button>
  ),
}))

const DEVICES = '/api/watching_devices'
const phone = {
  session_id: 7,
  name: 'Safari on iPhone',
  platform: 'mobile',
  since: '2026-12-01T19:00:00Z',
  title: 'Final',
  is_current: false,
}
const answer = (admission: 'allowed' | 'full') => itemResponse({ admission, limit: 1, devices: [phone] })
const games = [1, 2].map(id =>
  anEvent(id, {
    stream_status: 'live',
    access_reason: 'purchased',
    media: [{ id, type: MEDIA.live, url: `/media/${id}.m3u8`, expires_at: '2026-11-30T12:00:00Z' }],
  }),
)
let server: FakeServer

async function open() {
  server = new FakeServer().on('/api/events/running', listResponse(games))
  for (const game of games) server.on(`/api/events/${game.id}`, itemResponse(game))
  server.on(`${DEVICES}/leave`, { status: 204 }).on(`${DEVICES}/7`, { status: 204 })
  const store = createCatalogStore(server, {}, { categories: [HOCKEY] })
  const page = renderPage(
    <CatalogProvider store={store}>
      <MultiView />
    </CatalogProvider>,
    '/multiview?events=1,2',
  )
  await advanceTimers()
  return page
}

const advanceTimers = () => act(() => vi.advanceTimersByTimeAsync(0))
const count = (path: string) => server.paths.filter(requested => requested === path).length

async function press(name: string) {
  fireEvent.click(screen.getByRole('button', { name }))
  await advanceTimers()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('shows the devices over a refused picture, and plays all pictures after one press', async () => {
  await open()
  server.on(DEVICES, answer('full'), answer('full'), answer('allowed'))
  await press('Video 1 refused')
  await press('Video 2 refused')
  expect(screen.getAllByText('Watching on 1 device: stop it')).toHaveLength(2)
  const [show] = screen.getAllByRole('button', { name: 'Show devices' })
  if (show) fireEvent.click(show)
  await vi.waitFor(() => expect(screen.getByRole('dialog')).toBeDefined())
  await press('Stop Safari on iPhone')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('button', { name: /refused$/ })).toHaveLength(2)
})

it('frees the place once, when the last picture is removed', async () => {
  const page = await open()
  expect(count(`${DEVICES}/leave`)).toBe(0)
  page.unmount()
  await advanceTimers()
  expect(count(`${DEVICES}/leave`)).toBe(1)
})
