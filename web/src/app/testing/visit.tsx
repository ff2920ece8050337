// Setup for tests of the whole page: before each test, a new fake server and an empty browser.

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { anEvent, HOCKEY } from '@/catalog/fakes'
import { aBundle, aUser } from '@/channel/fakes'
import { HttpClient } from '@/shared/http/client'
import { FakeServer, listResponse, MemoryStorage } from '@/shared/testing/fakes'
import { FakeResizeObserver, fakeMatchMedia } from '@/shared/testing/page'
import { App } from '../App'
import { RootStore } from '../RootStore'
import { preload } from '../routes'
import { StartUpStore } from '../StartUpStore'

export const pageConfig = { slug: 'test', name: 'Test', logo: null, language: 'en' }

/** The fake server and the root store of the current test. */
export let server: FakeServer
export let root: RootStore

/** Open the page at a path. */
export async function visitPage(path: string) {
  history.replaceState(null, '', path)
  root = new RootStore(pageConfig, '', new HttpClient(server.fetch))
  const startUp = new StartUpStore(root)
  await startUp.run(preload(path.replace(/\?.*/, '')))
  render(<App root={root} startUp={startUp} config={pageConfig} />)
}

/** Store the login of an earlier visit. */
export function rememberLogIn() {
  const { storage } = new RootStore(pageConfig, '')
  storage.set('api_key', 'theirs')
  storage.set('logged_in', true)
}

/** Return how often a path was requested. */
export const requestCount = (path: string) =>
  server.paths.filter(requestedPath => requestedPath === path).length

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  const event = anEvent(1, { name: 'Timber @ Tide' })
  server = new FakeServer()
    .on('/project.json', { json: {} })
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'a visitor’s' } } })
    .on('/api/channel-bootstrap-data', { json: { data: aBundle({ categories: [HOCKEY] }) } })
    .on('/api/profile', { json: { data: aUser() } })
    .on('/api/auth/logout', { status: 204 })
    .on('/api/events', listResponse([event]))
    .on('/api/events/1', { json: { data: event } })
    .on('/api/participants', listResponse([]))
})

afterEach(cleanup)
