// @vitest-environment jsdom
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anEvent, pageOf } from '@/catalog/fakes'
import { aBundle } from '@/channel/fakes'
import { HttpClient } from '@/shared/http/client'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { App } from './App'
import { RootStore } from './RootStore'
import { StartUpStore } from './StartUpStore'

const facts = { slug: 'test', name: 'Test', logo: null, language: 'en' }
const AFTER_THE_RETRY = { timeout: 4_000 }
const refused = (status: number, code: string) => ({ status, json: { code } })

let server: FakeServer
let root: RootStore

async function visit(address: string) {
  history.replaceState(null, '', address)
  root = new RootStore(facts, '', new HttpClient(server.fetch))
  const startUp = new StartUpStore(root)
  await startUp.run()
  render(<App root={root} startUp={startUp} facts={facts} />)
}

const askedFor = (path: string) => server.paths.filter(asked => asked === path).length

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  server = new FakeServer()
    .on('/project.json', { json: {} })
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'key' } } })
    .on('/api/channel-bootstrap-data', { json: { data: aBundle() } })
    .on('/api/events', pageOf([anEvent(1, { name: 'Timber @ Tide' })]))
    .on('/api/events/1', { json: { data: anEvent(1, { name: 'Timber @ Tide' }) } })
    .on('/api/participants', pageOf([]))
})

afterEach(cleanup)

describe('a language', () => {
  it('that is chosen fills the list again', async () => {
    await visit('/vod')
    await waitFor(() => expect(root.catalog.events.games.items).toHaveLength(1))
    await act(() => root.changeLanguage('fr'))
    await waitFor(() => expect(root.catalog.events.games.items).toHaveLength(1))
    expect(server.asked.at(-1)?.query.lang).toBe('fr')
  })

  it('that is spoken already leaves the list as it is', async () => {
    await visit('/vod')
    await waitFor(() => expect(root.catalog.events.games.items).toHaveLength(1))
    const asked = server.asked.length
    await act(() => root.changeLanguage('en'))
    expect(root.catalog.events.games.items).toHaveLength(1)
    expect(server.asked).toHaveLength(asked)
  })
})

describe('a key that ends', () => {
  it('while a screen asks does not leave it waiting', async () => {
    server.on('/api/events/1', refused(403, 'errors.api_key'), {
      json: { data: anEvent(1, { name: 'Timber @ Tide' }) },
    })
    await visit('/watch/1')
    await screen.findByRole('heading', { level: 1, name: 'Timber @ Tide' }, AFTER_THE_RETRY)
  })

  it('and whose successors are refused as well ends in the apology', async () => {
    server.on('/api/events/1', refused(403, 'errors.api_key'))
    await visit('/watch/1')
    await screen.findByText(/^Apologies!/, undefined, AFTER_THE_RETRY)
    expect(askedFor('/api/events/1')).toBe(2)
  })
})

it('A call that asks for a login says so, once', async () => {
  server.on('/api/events/1', refused(401, ''))
  await visit('/watch/1')
  await screen.findByText('The game did not load')
  expect(askedFor('/api/events/1')).toBe(1)
})
