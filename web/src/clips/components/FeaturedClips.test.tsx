// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { FakeServer } from '@/shared/testing/fakes'
import { FakeResizeObserver, renderPage } from '@/shared/testing/page'
import { ClipsProvider } from '../context'
import { aClip, createClipsStore } from '../fakes'
import type { Clip } from '../model'
import FeaturedClips from './FeaturedClips'

const FEATURED = '/api/clips/featured'
let server: FakeServer

async function open(clips: Clip[], hiddenEvents: number[] = []) {
  server.on(FEATURED, { json: { data: clips } })
  const spoilers = {
    isEnabled: hiddenEvents.length > 0,
    isHidden: (id: number) => hiddenEvents.includes(id),
    reveal: () => undefined,
  }
  renderPage(
    <ClipsProvider store={createClipsStore(server)}>
      <SpoilerContext value={spoilers}>
        <FeaturedClips />
      </SpoilerContext>
    </ClipsProvider>,
    '/',
  )
  await waitFor(() => expect(server.requests.some(({ path }) => path === FEATURED)).toBe(true))
}

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  server = new FakeServer()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the featured clips of the home page', () => {
  it('are listed in the order of the channel, each with a link to its page', async () => {
    await open([aClip(8), aClip(7)])
    expect(await screen.findByRole('heading', { name: 'Featured clips' })).toBeTruthy()
    const links = screen.getAllByRole('link', { name: /^Clip/ }).map(link => link.getAttribute('href'))
    expect(links).toEqual(['/watch_library/8', '/watch_library/7'])
    expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull()
  })

  it('are left out if the spoiler shield hides their game', async () => {
    await open([aClip(7), aClip(8, { event_id: 13 })], [12])
    expect(await screen.findByRole('link', { name: /^Clip 8/ })).toBeTruthy()
    expect(screen.queryByRole('link', { name: /^Clip 7/ })).toBeNull()
  })

  it('show nothing if the channel features none', async () => {
    await open([])
    expect(screen.queryByRole('heading')).toBeNull()
  })
})
