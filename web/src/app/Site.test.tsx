// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AnalyticsProvider } from '@/analytics'
import { CatalogProvider } from '@/catalog'
import { anEvent } from '@/catalog/fakes'
import { ChannelProvider } from '@/channel'
import { aBundle } from '@/channel/fakes'
import { messages } from '@/locales/en.po'
import { HttpClient } from '@/shared/http/client'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { RootStore } from './RootStore'
import { Site } from './Site'

const link = (id: number, label: string, url: string) => ({
  id,
  key: label,
  label,
  url,
  kind: null,
  area: 'header' as const,
  column: null,
  icon: null,
  children: [],
})

let server: FakeServer
let root: RootStore
let path = ''
let navigate: NavigateFunction

function NavigationProbe() {
  path = useLocation().pathname
  navigate = useNavigate()
  return null
}

async function visit(address: string) {
  root = new RootStore(
    { slug: 'test', name: 'Test', logo: null, language: 'en' },
    '',
    new HttpClient(server.fetch),
  )
  await root.start()
  render(
    <I18nProvider i18n={i18n}>
      <ChannelProvider store={root.channel}>
        <CatalogProvider store={root.catalog}>
          <AnalyticsProvider store={root.analytics}>
            <MemoryRouter initialEntries={[address]}>
              <Site root={root} />
              <NavigationProbe />
            </MemoryRouter>
          </AnalyticsProvider>
        </CatalogProvider>
      </ChannelProvider>
    </I18nProvider>,
  )
}

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('@/shared/ui/Dialog'))
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  i18n.loadAndActivate({ locale: 'en', messages })
  vi.stubGlobal('scrollTo', vi.fn())
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: vi.fn(),
    removeEventListener: vi.fn(),
  }))
  const menu = [link(1, 'Questions', '/faq'), link(2, 'Passes', '/not-yet'), link(3, 'About', '/about')]
  server = new FakeServer()
    .on('/project.json', { json: {} })
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'key' } } })
    .on('/api/channel-bootstrap-data', {
      json: {
        data: aBundle({ menu, settings: { ...aBundle().settings, routes: [{ path: '/help', to: '/faq' }] } }),
      },
    })
    .on('/api/pages/7', {
      json: { data: { id: 7, name: 'About us', url: '/about', html: '<p>We film games.</p>' } },
    })
})

afterEach(cleanup)

const findHeading = (name: string) => screen.findByRole('heading', { level: 1, name })

describe('an address', () => {
  it('that is unknown becomes /404, with the channel’s text and a link home', async () => {
    await visit('/nowhere')
    await findHeading('Wide of the post')
    expect(path).toBe('/404')
    expect(screen.getByRole('link', { name: 'Back to home' }).getAttribute('href')).toBe('/')
  })

  it.each(['//watch/84', '/watch//84', '/watch/84/', '///watch///84//'])(
    'with extra slashes redirects to the canonical path: %s',
    async address => {
      await visit(`${address}?t=5`)
      await waitFor(() => expect(path).toBe('/watch/84'))
    },
  )

  it('of a channel redirect leads to its target and keeps the query', async () => {
    await visit('/help?trk=poster')
    await findHeading('Frequently asked questions')
    expect(path).toBe('/faq')
    expect(root.lastVisited.last?.query).toBe('?trk=poster')
  })

  it('is tracked once without its query, and a redirect is not tracked', async () => {
    await visit('/help?trk=poster')
    await findHeading('Frequently asked questions')
    act(() => void navigate('/about'))
    await findHeading('About us')
    const pages: unknown[] = []
    root.telemetry.listen(({ name, payload: event }) => name === 'page' && pages.push(event))
    expect(pages).toEqual([{ path: '/faq' }, { path: '/about' }])
  })

  it('with a secret in its path is not tracked', async () => {
    await visit('/score/secret-token')
    await findHeading('Keep the score')
    const pages: unknown[] = []
    root.telemetry.listen(({ name, payload: event }) => name === 'page' && pages.push(event))
    expect([pages, root.lastVisited.last]).toEqual([[], null])
  })

  it('of a content page shows its heading and text, and sets the document title', async () => {
    await visit('/about')
    await findHeading('About us')
    await screen.findByText('We film games.')
    await waitFor(() => expect(document.title).toContain('About us'))
  })

  it('of a content page shows the next games beside the text, in the schedule’s layout', async () => {
    server.on('/api/events', listResponse([anEvent(3, { name: 'Next up', stream_status: 'upcoming' })]))
    await visit('/about')
    const beside = await screen.findByRole('complementary', { name: 'Next games' })
    expect(within(beside).getByRole('link', { name: 'Next up' }).getAttribute('href')).toBe('/watch/3')
    const request = server.requests.find(one => one.path === '/api/events')
    expect(request?.query).toMatchObject({ sort_field: 'event_utc_ts', sort_direction: 'asc' })
  })

  it('shows the channel’s notice above the page, if there is one', async () => {
    const notice = {
      title: 'Storm',
      html: '<p>Games move to <a href="/nowhere">Sunday</a>.</p>',
      action: null,
      image: null,
    }
    const settings = { ...aBundle().settings, static_blocks: { notice } }
    server.on('/api/channel-bootstrap-data', { json: { data: aBundle({ settings }) } })
    await visit('/faq')
    const bar = await screen.findByRole('complementary', { name: 'Notice' })
    expect(bar.textContent).toBe('StormGames move to Sunday.')
    expect(within(bar).queryByRole('link')).toBeNull()
  })
})

describe('a navigation', () => {
  it('scrolls to the top and moves focus to the new heading', async () => {
    await visit('/about')
    await findHeading('About us')
    fireEvent.click(screen.getByRole('link', { name: 'Questions' }))
    const arrived = await findHeading('Frequently asked questions')
    await waitFor(() => expect(document.activeElement).toBe(arrived))
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
  })

  it('through a redirect scrolls, moves focus, and keeps the header mounted', async () => {
    const menu = [link(4, 'Help', '/help')]
    const settings = { ...aBundle().settings, routes: [{ path: '/help', to: '/faq' }] }
    server.on('/api/channel-bootstrap-data', { json: { data: aBundle({ menu, settings }) } })
    await visit('/about')
    await findHeading('About us')
    const header = screen.getByRole('banner')
    fireEvent.click(screen.getByRole('link', { name: 'Help' }))
    const arrived = await findHeading('Frequently asked questions')
    await waitFor(() => expect(document.activeElement).toBe(arrived))
    expect(window.scrollTo).toHaveBeenCalledWith(0, 0)
    expect(screen.getByRole('banner')).toBe(header)
  })

  it('that only replaces the query moves neither scroll position nor focus', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    act(() => navigate('/faq?q=passes', { replace: true }))
    expect(window.scrollTo).not.toHaveBeenCalled()
    expect(document.activeElement).toBe(document.body)
  })

  it('is recorded with the previous page, except to error pages', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    fireEvent.click(screen.getByRole('link', { name: 'About' }))
    await findHeading('About us')
    expect(root.lastVisited.last?.path).toBe('/about')
    expect(root.lastVisited.previous?.path).toBe('/faq')
    cleanup()
    await visit('/nowhere')
    await findHeading('Wide of the post')
    expect(root.lastVisited.last?.path).toBe('/about')
  })
})

describe('the header', () => {
  it('marks the current page and hides links to unknown pages', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    expect(screen.getByRole('link', { name: 'Questions' }).getAttribute('aria-current')).toBe('page')
    expect(screen.queryByRole('link', { name: 'Passes' })).toBeNull()
  })
})

describe('a pop-up', () => {
  const popups = [
    {
      id: 1,
      key: 'p',
      title: 'Passes are here',
      html: '',
      path: null,
      once: true,
      action: { label: 'See', url: '/not-yet' },
    },
    { id: 2, key: 'q', title: 'A question?', html: '<p>Ask.</p>', path: '/faq', once: true, action: null },
  ]

  it('shows at its address until it is closed, and not on the next visit', async () => {
    server.on('/api/channel-bootstrap-data', { json: { data: aBundle({ popups: popups.slice(1) }) } })
    await visit('/faq')
    await findHeading('Frequently asked questions')
    expect(screen.queryByRole('dialog')).toBeNull()
    fireEvent.keyDown(document.body)
    await screen.findByRole('dialog', { name: 'A question?' })
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    cleanup()
    await visit('/faq')
    await findHeading('Frequently asked questions')
    expect(root.channel.popupFor('/faq')).toBeNull()
  })

  it('that links to an unknown page is not shown', async () => {
    server.on('/api/channel-bootstrap-data', { json: { data: aBundle({ popups: popups.slice(0, 1) }) } })
    await visit('/faq')
    await findHeading('Frequently asked questions')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the global notice', () => {
  it('reports an error when a call fails', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    server.on('/api/settings', { status: 500 })
    await act(() => root.session.get('/settings').catch(() => undefined))
    expect(root.toasts.toasts.map(({ type, text }) => [type, text])).toEqual([
      ['error', 'Something went wrong. Please try again or contact technical support'],
    ])
  })

  it('asks visitors to wait when the server throttles', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    server.on('/api/settings', { status: 429 })
    await act(() => root.session.get('/settings').catch(() => undefined))
    expect(root.toasts.toasts[0]?.text).toBe('Too many requests. Please wait a moment and try again.')
  })

  it('shows how long to wait if the response includes it', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    for (const seconds of ['1', '45', '600']) {
      server.on('/api/settings', { status: 429, headers: { 'Retry-After': seconds } })
      await act(() => root.session.get('/settings').catch(() => undefined))
    }
    expect(root.toasts.toasts.map(({ text }) => text)).toEqual([
      'Too many requests. Please try again in 1 second.',
      'Too many requests. Please try again in 45 seconds.',
      'Too many requests. Please try again in 10 minutes.',
    ])
  })
})

describe('a change of the site’s language', () => {
  it('loads the channel again in that language and is stored', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    await act(() => root.changeLanguage('fr'))
    await findHeading('Questions fréquentes')
    expect(server.requests.at(-1)).toMatchObject({
      path: '/api/channel-bootstrap-data',
      query: { lang: 'fr' },
    })
    expect(root.storage.get('language')).toBe('fr')
  })

  it('that fails leaves the page as it was', async () => {
    await visit('/faq')
    await findHeading('Frequently asked questions')
    server.on('/api/channel-bootstrap-data', { status: 500 })
    await act(() => root.changeLanguage('fr').catch(() => undefined))
    await findHeading('Frequently asked questions')
    expect(root.language.current).toBe('en')
    expect(root.storage.get('language')).toBeNull()
  })
})
