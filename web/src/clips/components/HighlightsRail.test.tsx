// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlayerControl } from '@/shared/contexts/slots'
import { SpoilerContext } from '@/shared/contexts/spoilers'
import { FakeServer } from '@/shared/testing/fakes'
import { FakeResizeObserver, renderPage } from '@/shared/testing/page'
import { ClipsProvider } from '../context'
import { aClip, createClipsStore } from '../fakes'
import type { Highlight } from '../model'
import { HighlightsRail } from './HighlightsRail'

const HIGHLIGHTS = '/api/clips/event/12/highlights'
let server: FakeServer

const aHighlight = (id: number, at_ms: number): Highlight => ({
  ...aClip(id, { origin: 'highlight', is_own: false, name: `Goal ${id}` }),
  at_ms,
})

interface Options {
  isLive?: boolean
  isHidden?: boolean
  instant?: number | null
  hasReel?: boolean
}

async function open(highlights: Highlight[], { isLive = false, isHidden = false, ...options }: Options = {}) {
  const reel = options.hasReel ? aClip(99, { origin: 'reel', is_own: false }) : null
  server.on(HIGHLIGHTS, { json: { data: { highlights, reel } } })
  const spoilers = { isEnabled: isHidden, isHidden: () => isHidden, reveal: () => undefined }
  const player = { instant: () => options.instant ?? null } as unknown as PlayerControl
  renderPage(
    <ClipsProvider store={createClipsStore(server)}>
      <SpoilerContext value={spoilers}>
        <HighlightsRail eventId={12} isLive={isLive} player={() => player} />
      </SpoilerContext>
    </ClipsProvider>,
    '/',
  )
  await act(() => vi.advanceTimersByTimeAsync(1500))
}

const names = () =>
  screen.queryAllByRole('link', { name: /^Goal/ }).map(link => link.textContent?.slice(0, 6))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  Element.prototype.scrollTo = () => undefined
  server = new FakeServer()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('the highlights below an event', () => {
  it('are in the order of the channel, with a link that plays all of them', async () => {
    await open([aHighlight(8, 2000), aHighlight(7, 1000)], { hasReel: true })
    expect(screen.getAllByRole('link', { name: /^Goal/ }).map(link => link.getAttribute('href'))).toEqual([
      '/watch_library/8',
      '/watch_library/7',
    ])
    expect(screen.getByRole('link', { name: /^Play all/ }).getAttribute('href')).toBe('/watch_library/99')
  })

  it('begin with the newest one while the event is live, and follow new moments', async () => {
    await open([aHighlight(7, 1000), aHighlight(8, 2000)], { isLive: true })
    const order = () => screen.getAllByRole('link', { name: /^Goal/ }).map(link => link.getAttribute('href'))
    expect(order()).toEqual(['/watch_library/8', '/watch_library/7'])
    const highlights = [aHighlight(7, 1000), aHighlight(8, 2000), aHighlight(9, 3000)]
    server.on(HIGHLIGHTS, { json: { data: { highlights, reel: null } } })
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(order()[0]).toBe('/watch_library/9')
  })

  it('show nothing that the player of a live event has not shown yet', async () => {
    await open([aHighlight(7, 1000), aHighlight(8, 2000)], { isLive: true, instant: 1500 })
    expect(names()).toHaveLength(1)
    expect(screen.queryByRole('link', { name: /^Goal 8/ })).toBeNull()
  })

  it('are not even requested if the spoiler shield hides the event', async () => {
    await open([aHighlight(7, 1000)], { isHidden: true })
    expect(screen.queryByRole('heading')).toBeNull()
    expect(server.requests).toEqual([])
  })
})
