// What tests of the whole page begin with; whoever imports it has its server before each test, and an empty browser.

import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, vi } from 'vitest'
import { anEvent } from '@/catalog/fakes'
import { aBundle, aUser } from '@/channel/fakes'
import { HttpClient } from '@/shared/http/client'
import { FakeServer, listResponse, MemoryStorage } from '@/shared/testing/fakes'
import { FakeResizeObserver, fakeMatchMedia } from '@/shared/testing/page'
import { App } from '../App'
import { RootStore } from '../RootStore'
import { preload } from '../routes'
import { StartUpStore } from '../StartUpStore'

export const pageConfig = { slug: 'test', name: 'Test', logo: null, language: 'en' }

/** Of the present test: what answers, and what is on the page. */
export let server: FakeServer
export let root: RootStore

/** Opens the page at an address. */
export async function visitPage(address: string) {
  history.replaceState(null, '', address)
  root = new RootStore(pageConfig, '', new HttpClient(server.fetch))
  const startUp = new StartUpStore(root)
  await startUp.run(preload(address.replace(/\?.*/, '')))
  render(<App root={root} startUp={startUp} config={pageConfig} />)
}

/** Somebody who logged in on an earlier visit. */
export function rememberLogIn() {
  const { storage } = new RootStore(pageConfig, '')
  storage.set('api_key', 'theirs')
  storage.set('logged_in', true)
}

/** How often a path was asked for. */
export const requestCount = (path: string) => server.paths.filter(requested => requested === path).length

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('sessionStorage', new MemoryStorage())
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  const game = anEvent(1, { name: 'Timber @ Tide' })
  server = new FakeServer()
    .on('/project.json', { json: {} })
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'a visitor’s' } } })
    .on('/api/channel-bootstrap-data', { json: { data: aBundle() } })
    .on('/api/profile', { json: { data: aUser() } })
    .on('/api/auth/logout', { status: 204 })
    .on('/api/events', listResponse([game]))
    .on('/api/events/1', { json: { data: game } })
    .on('/api/participants', listResponse([]))
})

afterEach(cleanup)
