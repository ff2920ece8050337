// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { fakeMatchMedia, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { anEvent, createCatalogStore, HOCKEY } from '../fakes'
import Schedule from './Schedule'

const sampleEvent = (id: number) => anEvent(id, { name: `Game ${id}`, stream_status: 'live' })
const sampleEvents = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const advanceTimers = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
let server: FakeServer

async function openLive() {
  renderPage(
    <CatalogProvider store={createCatalogStore(server, {}, { categories: [HOCKEY] })}>
      <Schedule />
    </CatalogProvider>,
    '/live',
  )
  await advanceTimers(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  server = new FakeServer().on('/api/participants', listResponse([]))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('A channel without events has no sports, filters or games in its schedule', async () => {
  const catalog = createCatalogStore(server, {}, { categories: [], groups: [] })
  renderPage(
    <CatalogProvider store={catalog}>
      <Schedule />
    </CatalogProvider>,
    '/live',
  )
  await advanceTimers(30_000)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Schedule')
  expect(screen.getByRole('status').textContent).toContain('Nothing is scheduled')
  expect(document.body.textContent).not.toMatch(/sports|games|live|replay/i)
  expect(document.title).toContain('Schedule')
  expect(server.requests).toEqual([])
})

describe('the list of live games', () => {
  it('is refreshed every 30 s, including additional pages', async () => {
    server.on('/api/events', listResponse([sampleEvent(1)], 2), listResponse([sampleEvent(2)], 2))
    await openLive()
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await advanceTimers(100)
    expect(sampleEvents()).toEqual(['Game 1', 'Game 2'])
    server.on('/api/events', listResponse([sampleEvent(3)], 3), listResponse([sampleEvent(1)], 3))
    await advanceTimers(30_000)
    expect(sampleEvents()).toEqual(['Game 3', 'Game 1'])
  })

  it('announces its length to screen readers only when it changes', async () => {
    server.on('/api/events', listResponse([sampleEvent(1)]))
    await openLive()
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('Games listed: 1')
    const titles: string[] = []
    const listener = new MutationObserver(() => titles.push(status.textContent))
    listener.observe(status, { childList: true, characterData: true, subtree: true })
    await advanceTimers(30_000)
    expect(titles).toEqual([])
    server.on('/api/events', listResponse([sampleEvent(1), sampleEvent(2)]))
    await advanceTimers(30_000)
    expect(titles.at(-1)).toBe('Games listed: 2')
    listener.disconnect()
  })
})
