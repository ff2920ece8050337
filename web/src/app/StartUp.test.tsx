// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { aBundle } from '@/channel/fakes'
import { HttpClient } from '@/shared/http/client'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { App } from './App'
import { RootStore } from './RootStore'
import { StartUpStore } from './StartUpStore'

const pageConfig = { slug: 'test', name: 'Test Sports Network', logo: '/files/test/mark.svg', language: 'en' }
const aboutEntry = {
  id: 1,
  key: 'about',
  label: 'About',
  url: '/about',
  kind: null,
  area: 'header' as const,
  column: null,
  icon: null,
  children: [],
}
let server: FakeServer

/** Opens the page; the channel loads when `startUp` runs. */
function open(address: string) {
  history.replaceState(null, '', address)
  const root = new RootStore(pageConfig, '', new HttpClient(server.fetch))
  const startUp = new StartUpStore(root)
  render(<App root={root} startUp={startUp} config={pageConfig} />)
  return startUp
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new MemoryStorage())
  vi.stubGlobal('scrollTo', vi.fn())
  server = new FakeServer()
    .on('/project.json', { json: {} })
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'key' } } })
    .on('/api/channel-bootstrap-data', { json: { data: aBundle({ menu: [aboutEntry] }) } })
    .on('/api/pages/7', { json: { data: { id: 7, name: 'About us', url: '/about', html: '<p>Us.</p>' } } })
})

afterEach(cleanup)

describe('the start-up screen', () => {
  it('shows a loader until the channel has loaded, and then the page', async () => {
    const startUp = open('/faq')
    const loader = screen.getByRole('status', { name: 'Test Sports Network', busy: true })
    expect(loader.querySelector('img')?.getAttribute('src')).toBe('/files/test/mark.svg')
    expect(screen.queryByRole('banner')).toBeNull()
    await act(() => startUp.run())
    await screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })
    expect(screen.queryByRole('status', { name: 'Test Sports Network' })).toBeNull()
    screen.getByRole('banner')
  })

  it('loads the whole channel in one call', async () => {
    await act(() => open('/faq').run())
    await screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })
    expect(server.paths).toEqual([
      '/project.json',
      '/channel-key',
      '/api/get_api_key',
      '/api/channel-bootstrap-data',
    ])
  })
})

describe('a browser with stored keys of a channel that was created again', () => {
  it('shows the page and no error screen', async () => {
    const kept = new BrowserStorage('touchline.test.')
    kept.set('channel_key', 'withdrawn')
    kept.set('api_key', 'old')
    const refused = (code: string) => ({
      status: 403,
      json: { code, message: 'No channel or api key found' },
    })
    server
      .on('/api/channel-bootstrap-data', refused('errors.api_key'), { json: { data: aBundle({}) } })
      .on('/api/get_api_key', refused('errors.channel_key'), { json: { data: { api_key: 'key' } } })
    await act(() => open('/faq').run())
    await screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })
    expect(screen.queryByRole('alert')).toBeNull()
    expect(kept.get('channel_key')).toBe('channel')
  })
})

describe('an address', () => {
  it('is a clean path without a hash, on arrival and after navigation', async () => {
    await act(() => open('/faq').run())
    await screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })
    const links = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(links.filter(href => href?.includes('#'))).toEqual(['#main'])
    fireEvent.click(screen.getByRole('link', { name: 'About' }))
    await screen.findByRole('heading', { level: 1, name: 'About us' })
    expect(location.pathname + location.hash).toBe('/about')
  })
})
