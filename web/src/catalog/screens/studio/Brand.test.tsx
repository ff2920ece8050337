// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import { aStudioEvent } from '../../testing/studio'
import Brand from './Brand'

const ENTRIES = '/api/studio/entries'
const PREVIEW = '/api/studio/preview'
const COLORS = { 'body-background': '#ffffff', 'body-text': '#111111' }
let server: FakeServer

const anEntry = (section: string, key: string, value: EntryValue): Entry => ({
  section,
  key,
  value: key ? { key, ...value } : value,
  version: 'v1',
})
const CHANNEL = anEntry('channel', '', {
  name: 'Valley',
  colors: COLORS,
  settings: { home: ['live', 'groups'] },
})
const list = (section: string, ...entries: readonly Entry[]) =>
  server.on(`${ENTRIES}/${section}`, { json: { data: entries } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const published = () =>
  server.requests.filter(({ path, method }) => path === ENTRIES && method === 'POST').map(({ body }) => body)

function open(tab: string) {
  const store = createCatalogStore(server)
  renderPage(
    <CatalogProvider store={store}>
      <Routes>
        <Route path="/studio/brand/*" element={<Brand />} />
      </Routes>
    </CatalogProvider>,
    `/studio/brand/${tab}`,
  )
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  server = new FakeServer()
  list('channel', CHANNEL)
  list('texts', anEntry('texts', '', {}))
  list('menu', anEntry('menu', '', { order: [] }))
  list(
    'slides',
    anEntry('slides', 'one', { title: 'One', image: '/files/a.png' }),
    anEntry('slides', 'two', { title: 'Two', image: '/files/b.png', weight: 5 }),
    anEntry('slides', '', { order: ['one', 'two'] }),
  )
  list('library.rails')
  server.on(PREVIEW, { json: { data: { bundles: { en: { settings: { name: 'Valley' } } } } } })
  server.on(ENTRIES, { json: { data: [] } })
})
afterEach(cleanup)

describe('the home page and the brand', () => {
  it('publishes all changes as one revision', async () => {
    open('look')
    await type('Name', 'River TV')
    await press('Publish')
    await waitFor(() => expect(published()).toHaveLength(1))
    expect(published()).toMatchObject([
      {
        entries: [
          { section: 'channel', key: '', value: { ...CHANNEL.value, name: 'River TV' }, version: 'v1' },
        ],
      },
    ])
  })

  it('says the contrast of a text that is hard to read, and offers the nearest color that passes', async () => {
    open('look')
    await type('Text on the page', '#999999')
    expect(await screen.findByText(/The contrast is 2.84 to 1. It needs 4.5/)).toBeTruthy()
    await press('Use #737373')
    expect(screen.getByText(/Readable: 4.74 to 1/)).toBeTruthy()
  })

  it('puts slides in order, which then counts instead of their weights', async () => {
    open('home')
    await press('Move Two down')
    expect(await screen.findByText('Two is now number 2 of 2')).toBeTruthy()
    await press('Publish')
    await waitFor(() => expect(published()).toHaveLength(1))
    expect(published()[0]?.entries).toMatchObject([
      { section: 'slides', key: 'two', value: { key: 'two', title: 'Two', image: '/files/b.png' } },
    ])
  })

  it('searches the schedule for the event of a slide', async () => {
    server.on('/api/studio/events', { json: { data: [aStudioEvent()], meta: { total: 1 } } })
    open('home')
    await press('Add slide')
    await type('Event', 'hawks')
    const isSearched = () => server.requests.some(({ query }) => query.q === 'hawks')
    await waitFor(() => expect(isSearched()).toBe(true))
  })

  it('puts sections in order with the keyboard', async () => {
    open('home')
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Move Schools up' }), {
      key: 'ArrowUp',
      altKey: true,
    })
    await press('Publish')
    await waitFor(() => expect(published()).toHaveLength(1))
    expect(published()[0]?.entries).toMatchObject([{ value: { settings: { home: ['groups', 'live'] } } }])
  })

  it('shows the draft in a frame whose data no other tab reads', async () => {
    open('look')
    await type('Name', 'River TV')
    const frame = await screen.findByTitle('Preview of the site', {}, { timeout: 5_000 })
    expect(frame.getAttribute('src')).toMatch(/^\/\?preview=1&lang=en/)
    expect(Object.keys(localStorage).filter(key => key.endsWith('preview.channel:en'))).toHaveLength(1)
    cleanup()
    expect(Object.keys(localStorage).filter(key => key.includes('preview.'))).toEqual([])
  })

  it('shows what someone else changed, and publishes over it if the operator keeps the draft', async () => {
    const refusal = {
      message: 'No',
      code: 'errors.edit_conflict',
      section: 'channel',
      key: '',
      current: { ...CHANNEL.value, name: 'Hill TV' },
      version: 'v2',
    }
    server.on(ENTRIES, { status: 409, json: refusal }, { json: { data: [] } })
    open('look')
    await type('Name', 'River TV')
    await press('Publish')
    await press('Keep mine')
    await waitFor(() => expect(published()).toHaveLength(2))
    expect(published()[1]?.entries).toMatchObject([{ value: { name: 'River TV' }, version: 'v2' }])
  })
})
