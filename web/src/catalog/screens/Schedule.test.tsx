// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { mediaThat, show } from '@/shared/testing/page'
import { CatalogProvider } from '../context'
import { aCatalog, anEvent, pageOf } from '../fakes'
import Schedule from './Schedule'

const game = (id: number) => anEvent(id, { name: `Game ${id}`, stream_status: 'live' })
const games = () => screen.getAllByRole('heading', { level: 2 }).map(heading => heading.textContent)
const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
let server: FakeServer

async function openLive() {
  show(
    <CatalogProvider store={aCatalog(server)}>
      <Schedule />
    </CatalogProvider>,
    '/live',
  )
  await wait(0)
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'matchMedia',
    mediaThat(() => false),
  )
  server = new FakeServer().on('/api/participants', pageOf([]))
})

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the list of live games', () => {
  it('is looked at again every 30 s, all of it that is shown', async () => {
    server.on('/api/events', pageOf([game(1)], 2), pageOf([game(2)], 2))
    await openLive()
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }))
    await wait(100)
    expect(games()).toEqual(['Game 1', 'Game 2'])
    server.on('/api/events', pageOf([game(3)], 3), pageOf([game(1)], 3))
    await wait(30_000)
    expect(games()).toEqual(['Game 3', 'Game 1'])
  })

  it('tells its length to readers when it changes, not every time it is looked at', async () => {
    server.on('/api/events', pageOf([game(1)]))
    await openLive()
    const status = screen.getByRole('status')
    expect(status.textContent).toBe('Games in the list: 1')
    const heard: string[] = []
    const listener = new MutationObserver(() => heard.push(status.textContent))
    listener.observe(status, { childList: true, characterData: true, subtree: true })
    await wait(30_000)
    expect(heard).toEqual([])
    server.on('/api/events', pageOf([game(1), game(2)]))
    await wait(30_000)
    expect(heard.at(-1)).toBe('Games in the list: 2')
    listener.disconnect()
  })
})
