// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '@/shared/testing/page'
import { keyMoment, sampleTimeline, snapshot } from '../fakes'
import type { Timeline } from '../timeline'
import OverlayPage from './Overlay'
import Scoreboard from './Scoreboard'

const NOW = 1_795_300_000_000
const team = { color: '#1a5fe0', color_2: null, logo: null }
const event = {
  id: 7,
  name: 'Hawks @ Otters',
  starts_at: '2026-11-21T18:00:00Z',
  is_time_known: true,
  time_zone: 'America/Chicago',
  teams: [
    { ...team, name: 'Hawks of the Hill', short_name: 'HWK' },
    { ...team, name: 'Otters', short_name: 'OTT' },
  ],
}
let timeline: Timeline
let paths: string[]

beforeEach(() => {
  vi.useFakeTimers()
  timeline = sampleTimeline({ snapshots: [snapshot(NOW - 60_000, [0, 0])] })
  paths = []
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://site')
    paths.push(pathname)
    if (searchParams.get('token') !== 'valid') return Response.json({}, { status: 404 })
    const data = pathname.startsWith('/overlay/') ? { now_ms: NOW, event } : timeline
    return Response.json({ data })
  })
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open(url: string) {
  renderPage(
    <Routes>
      <Route path="/overlay/:id" element={<OverlayPage />} />
      <Route path="/scoreboard/:id" element={<Scoreboard />} />
    </Routes>,
    url,
  )
  await act(() => vi.advanceTimersByTimeAsync(100))
}

const change = async (changes: Partial<Timeline>) => {
  timeline = { ...timeline, revision: timeline.revision + 1, replaces_from_ms: 0, ...changes }
  await act(() => vi.advanceTimersByTimeAsync(1200))
}

it('the overlay shows both teams, the score, the period and the clock', async () => {
  await open('/overlay/7?token=valid')
  const bug = document.querySelector('.overlay-bug')
  expect(bug?.textContent).toMatch(/^HWK0OTT0/)
  expect(bug?.textContent).toContain('2nd')
  expect(bug?.textContent).toContain('5:12')
  expect(new Set(paths)).toEqual(new Set(['/overlay/7.json', '/timeline/7.json']))
})

it('a goal moves the score that changed, and appears in the lower third', async () => {
  await open('/overlay/7?token=valid')
  expect(document.querySelector('.overlay-bug__score--changed')).toBeNull()
  await change({
    snapshots: [snapshot(NOW - 60_000, [0, 0]), snapshot(NOW, [0, 1])],
    moments: [keyMoment(NOW, { text: '9 Nora Quist' })],
  })
  expect(
    [...document.querySelectorAll('.overlay-bug__score--changed')].map(part => part.textContent),
  ).toEqual(['1'])
  expect(screen.getByText('Otters · 9 Nora Quist')).toBeDefined()
  await act(() => vi.advanceTimersByTimeAsync(6500))
  expect(document.querySelector('.lower-third')).toBeNull()
})

it('a sport of sets shows the sets won and the points of the set', async () => {
  timeline = sampleTimeline({
    scoring: 'sets',
    snapshots: [snapshot(NOW - 60_000, [18, 21], { sets: [1, 0], label: 'Set 2', clock: null })],
  })
  await open('/overlay/7?token=valid')
  expect(document.querySelector('.overlay-bug')?.textContent).toBe('HWK118OTT021Set 2')
})

it.each(['/overlay/7?token=old', '/scoreboard/7'])('%s says that the address does not work', async url => {
  await open(url)
  expect(screen.getByRole('alert').textContent).toContain('This address no longer works.')
  expect(document.querySelector('.overlay-bug')).toBeNull()
})

it('the scoreboard shows the start before the game, and then the line score', async () => {
  timeline = sampleTimeline({ revision: 0 })
  await open('/scoreboard/7?token=valid')
  expect(document.querySelector('.scoreboard__state')?.textContent).toContain('12:00')
  await change({
    snapshots: [snapshot(NOW - 60_000, [2, 0], { period: 1 }), snapshot(NOW, [2, 1], { period: 2 })],
  })
  const rows = [...screen.getByRole('table').querySelectorAll('tbody tr')].map(row => row.textContent)
  expect(rows).toEqual(['HWK202', 'OTT011'])
})
