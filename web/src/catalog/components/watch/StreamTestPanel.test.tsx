// @vitest-environment jsdom

import { act, cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MEDIA } from '@/shared/mediaTypes'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, createCatalogStore } from '../../fakes'
import type { StreamTest } from '../../model'
import StreamTestPanel from './StreamTestPanel'

vi.mock('@/shared/player', () => ({
  Player: ({ source, content }: { source: { url: string }; content?: object }) => (
    <p>{content ? 'counted' : source.url}</p>
  ),
}))

const API_PATH = '/api/events/1/test-stream'
const testResponse = (test: StreamTest) => ({ json: { data: test } })
const NONE = testResponse({ state: 'none', fault: null, stream: null })
const WAITING_TEST = testResponse({ state: 'waiting', fault: null, stream: null })
const RECEIVING_TEST = testResponse({
  state: 'live',
  fault: 'The picture has 12 frames a second.',
  stream: {
    id: 1,
    type: MEDIA.live,
    url: '/media/token/live/test-1/master.m3u8',
    expires_at: null,
    start_ts: 9,
  },
})
const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

async function open(server: FakeServer) {
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <StreamTestPanel event={anEvent(1)} />
    </CatalogProvider>,
  )
  await advanceTimers(0)
}

const panel = () => screen.queryByRole('region', { name: 'Stream test' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the stream test on the watch page', () => {
  it('appears automatically when a test opens', async () => {
    const server = new FakeServer().on(API_PATH, NONE, WAITING_TEST, RECEIVING_TEST)
    await open(server)
    expect(panel()).toBeNull()
    await advanceTimers(15_000)
    const shown = within(panel() as HTMLElement)
    expect(shown.getByText('Visible to operators only')).toBeDefined()
    expect(shown.getByRole('status').textContent).toBe('Waiting for the encoder to stream with the test key.')
    await advanceTimers(3_000)
    expect(shown.getByText('/media/token/live/test-1/master.m3u8')).toBeDefined()
    expect(shown.getByRole('status').textContent).toBe('The picture has 12 frames a second.')
  })

  it('is never tracked as viewing', async () => {
    await open(new FakeServer().on(API_PATH, RECEIVING_TEST))
    expect(screen.queryByText('counted')).toBeNull()
  })

  it('disappears when the test ends', async () => {
    await open(new FakeServer().on(API_PATH, RECEIVING_TEST, NONE))
    expect(panel()).not.toBeNull()
    await advanceTimers(3_000)
    expect(panel()).toBeNull()
  })

  it('is hidden if the server denies access', async () => {
    await open(new FakeServer().on(API_PATH, { status: 403, json: {} }))
    expect(panel()).toBeNull()
  })
})
