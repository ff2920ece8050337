// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SpoilerContext, type Spoilers } from '@/shared/contexts/spoilers'
import { MEDIA } from '@/shared/mediaTypes'
import type { Player } from '@/shared/player'
import { FakePlayer } from '@/shared/testing/FakePlayer'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { anEvent, aSummary, createCatalogStore, keyMoment, sampleTimeline } from '../../fakes'
import type { EventItem } from '../../model'
import { summaryStore } from '../../stores/SummaryStore'
import { TimelineStore } from '../../stores/TimelineStore'
import { SummaryButtons } from './SummaryButtons'
import SummaryPlayer from './SummaryPlayer'

let player: FakePlayer
let end: () => void

vi.mock('@/shared/player', async () => {
  const { useEffect } = await import('react')
  return {
    Player: ({ source, onReady, onEnded }: Parameters<typeof Player>[0]) => {
      end = () => onEnded?.()
      useEffect(() => {
        onReady?.(player)
        return () => onReady?.(null)
      }, [])
      return <p>{source.url}</p>
    },
  }
})

const START = 1_000_000
const row = { id: 3, type: MEDIA.vod, url: '/media/token/master.m3u8', expires_at: '2026-11-30T12:00:00Z' }
const finished = anEvent(7, { stream_status: 'finished', media: [row] })
const live = anEvent(7, { stream_status: 'live', media: [{ ...row, type: MEDIA.live }] })
const timelineApi = {
  timeline: async () => sampleTimeline({ moments: [keyMoment(START), keyMoment(START + 9000)] }),
}

async function open(event: EventItem, answer: object | null, spoilers?: Spoilers) {
  const server = new FakeServer().on(`/api/events/7/summary`, { json: { data: answer } })
  const store = createCatalogStore(server)
  const summaries = store.resolve(summaryStore)
  const timeline = new TimelineStore(timelineApi as never)
  timeline.open(7, 'en')
  await timeline.load(false)
  summaries.open(7)
  const attached: (FakePlayer | null)[] = []
  const show = () => (
    <CatalogProvider store={store}>
      <SpoilerContext
        value={spoilers ?? { isEnabled: false, isHidden: () => false, reveal: () => undefined }}
      >
        <SummaryButtons event={event} timeline={timeline} />
        {summaries.summary ? (
          <SummaryPlayer
            event={event}
            summary={summaries.summary}
            isTheater={false}
            onToggleTheater={() => undefined}
            onPlayer={control => attached.push(control as FakePlayer | null)}
          />
        ) : null}
      </SpoilerContext>
    </CatalogProvider>
  )
  renderPage(show())
  return { summaries, store, attached, show }
}

/** Press the button, and render the player that opens. */
async function start(event: EventItem) {
  const page = await open(event, aSummary())
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Catch me up' })))
  cleanup()
  renderPage(page.show())
  return page
}

beforeEach(() => {
  player = new FakePlayer(START)
})
afterEach(cleanup)

describe('the summary of a game', () => {
  it('shows which range plays, and takes the focus to the button that ends it', async () => {
    await start(finished)
    expect(screen.getByRole('status').textContent).toBe('Catching up, 1 of 2')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Skip' }))
    act(() => player.moveTo(12.5))
    expect(screen.getByRole('status').textContent).toBe('Catching up, 2 of 2')
    expect(player.markers).toEqual([{ seconds: 12, isBig: false }])
  })

  it('offers the whole recording at its end', async () => {
    const { summaries } = await start(finished)
    act(() => end())
    screen.getByRole('heading', { name: 'That was the summary' })
    fireEvent.click(screen.getByRole('button', { name: 'Watch from the start' }))
    expect([summaries.summary, summaries.next]).toEqual([null, 'start'])
  })

  it('of a live game goes on live at its end, or when it is skipped', async () => {
    const first = await start(live)
    act(() => end())
    expect(first.summaries.next).toBe('live')
    cleanup()
    const second = await start(live)
    fireEvent.click(screen.getByRole('button', { name: 'Skip to live' }))
    expect([second.summaries.summary, second.summaries.next]).toEqual([null, 'live'])
  })

  it('shows the score of the picture, but no moment can be sought in it', async () => {
    const { attached } = await start(finished)
    const control = attached.at(-1)
    expect(control?.instant()).toBe(START)
    expect(control?.window()).toEqual({ start: -1, end: -1 })
    control?.setMarkers([])
    expect(player.markers).toHaveLength(1)
  })

  it('is not offered to viewers who hide results', async () => {
    await open(finished, aSummary(), { isEnabled: true, isHidden: () => true, reveal: () => undefined })
    expect(screen.queryByRole('button')).toBe(null)
  })

  it('that has no moments in the video says so', async () => {
    const { store } = await open(finished, null)
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Catch me up' })))
    expect(store.shell.toasts.toasts.map(({ text }) => text)).toEqual(['There are no moments to show yet.'])
  })
})
