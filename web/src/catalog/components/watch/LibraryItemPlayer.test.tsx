// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import type { Player } from '@/shared/player'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { aLibraryItem, createCatalogStore } from '../../fakes'
import type { LibraryItem } from '../../model'
import { LibraryItemPlayer } from './LibraryItemPlayer'

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
const media = [
  { id: 1, type: MEDIA.vod, url: '/media/token/master.m3u8', expires_at: '2026-12-01T20:00:00Z' },
]
const phone = {
  session_id: 7,
  name: 'Safari on iPhone',
  platform: 'mobile',
  since: '2026-12-01T19:00:00Z',
  title: 'Film 1',
  is_current: false,
}
let server: FakeServer

async function open(changes: Partial<LibraryItem>) {
  const item = aLibraryItem(1, { access_reason: 'subscribed', media, ...changes })
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <LibraryItemPlayer item={item} isTheater={false} onToggleTheater={() => undefined} />
    </CatalogProvider>,
  )
  await act(() => Promise.resolve())
}

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))

beforeEach(() => {
  server = new FakeServer()
  server.on(`${DEVICES}/leave`, { status: 204 }).on(`${DEVICES}/7`, { status: 204 })
})

afterEach(cleanup)

it('shows the devices that watch when all places are taken, and plays after one is stopped', async () => {
  server.on(
    DEVICES,
    { json: { data: { admission: 'full', limit: 1, devices: [phone] } } },
    { json: { data: { admission: 'allowed', limit: 1, devices: [] } } },
  )
  await open({})
  expect(screen.getByText('waits for a press')).toBeDefined()
  await press('Video refused')
  expect(await screen.findByText(/^Film 1, since/)).toBeDefined()
  expect(server.requests.at(-1)).toMatchObject({ path: DEVICES, query: { vod_id: '1' } })
  await press('Stop Safari on iPhone')
  expect(await screen.findByText('plays')).toBeDefined()
})

it('requests no devices for a free video', async () => {
  await open({ access_reason: 'free' })
  await press('Video refused')
  expect(server.paths).not.toContain(DEVICES)
})

it('shows how to get access in place of a video that the viewer may not watch', async () => {
  await open({ access_reason: 'login_required', has_access: false, pass_type: 'paid', media: [] })
  expect(screen.getByRole('heading', { name: 'Get access to this video' })).toBeDefined()
})
