// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import type { Slate } from '../PlayerSlate'
import type { mountTile } from './mountTile'
import { SharedConnection } from './SharedConnection'
import { TilePlayer } from './TilePlayer'

type TileEvents = Parameters<typeof mountTile>[1]['events']

const SLATE: Slate = {
  title: 'The camera is warming up',
  html: null,
  image: null,
  channel: 'Prairie Sports Network',
  logo: null,
}

const mounted = vi.hoisted(() => ({ events: null as unknown }))

vi.mock('./mountTile', () => ({
  mountTile: (_host: HTMLElement, { events }: { events: TileEvents }) => {
    mounted.events = events
    return { setSound: vi.fn(), setPaused: vi.fn(), retry: vi.fn(), destroy: vi.fn() }
  },
}))

/** Show a picture whose stream is interrupted. */
async function interrupt(slate: Slate | null): Promise<TileEvents> {
  renderPage(
    <TilePlayer
      id={1}
      source={{ url: '/media/1.m3u8', expiresAt: null }}
      title="Away @ Home"
      content={{ kind: 'event', id: 1, groups: {} } as never}
      slate={slate}
      connection={new SharedConnection()}
      hasSound={false}
      isPaused={false}
      storageKey="player"
      renewSource={() => Promise.resolve(null)}
      onEnded={() => undefined}
      onSilenced={() => undefined}
      onReady={() => undefined}
    />,
  )
  await vi.waitFor(() => expect(mounted.events).not.toBeNull())
  const events = mounted.events as TileEvents
  act(() => {
    events.ready(null as never)
    events.interrupted(true)
  })
  return events
}

afterEach(() => {
  cleanup()
  mounted.events = null
})

test('an interrupted picture shows the slate of the channel until it goes on', async () => {
  const events = await interrupt(SLATE)
  expect(screen.getByRole('status').textContent).toBe('Prairie Sports NetworkThe camera is warming up')
  act(() => events.interrupted(false))
  expect(screen.queryByText('The camera is warming up')).toBeNull()
})

test('an interrupted picture without a slate shows a notice', async () => {
  await interrupt(null)
  expect(document.querySelector('.player-slate')).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('Stream interrupted')
})
