// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import { PALETTES } from '../../palettes'
import { aStudioEvent } from '../../testing/studio'
import Brand from './Brand'

// The list of a combobox needs a layout.
vi.mock('@/shared/ui/ComboboxField', () => import('../../testing/combobox'))

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
const RAIL = anEntry('library.rails', 'film-room', { title: 'Film room', items: ['call'], weight: 20 })
const list = (section: string, ...entries: readonly Entry[]) =>
  server.on(`${ENTRIES}/${section}`, { json: { data: entries } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const pressAlt = async (name: string, key: string) =>
  fireEvent.keyDown(await screen.findByRole('button', { name }), { key, altKey: true })
const openItem = (name: string) => press(`Edit ${name}`)
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
  list('library.rails', RAIL, anEntry('library.rails', 'how-to', { title: 'Learn it', items: ['call'] }))
  list(
    'library.items',
    anEntry('library.items', 'call', { title: 'Call a game' }),
    anEntry('library.items', 'press', { title: 'One three one' }),
  )
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

  it('keeps a text readable when its background changes', async () => {
    open('look')
    await type('Page', '#222222')
    expect(await screen.findByText(/Readable/)).toBeTruthy()
    expect((screen.getByLabelText('Text on the page') as HTMLInputElement).value).not.toBe('#111111')
    await type('Text on the page', '#333333')
    await type('Page', '#222233')
    expect((screen.getByLabelText('Text on the page') as HTMLInputElement).value).toBe('#333333')
  })

  it('changes the colors that the channel has not chosen with the scheme', async () => {
    const colors = { ...PALETTES.dark, accent: '#aa0000', 'accent-text': '#ffffff' }
    list('channel', anEntry('channel', '', { name: 'Valley', colors }))
    open('look')
    await press('Light')
    await press('Publish')
    await waitFor(() => expect(published()).toHaveLength(1))
    expect(published()[0]?.entries).toMatchObject([
      {
        value: {
          theme: { scheme: 'light' },
          colors: { ...PALETTES.light, accent: '#aa0000', 'accent-text': '#ffffff' },
        },
      },
    ])
  })

  it('lets the short name follow the name, until someone has chosen another one', async () => {
    list('channel', anEntry('channel', '', { name: 'Valley', short_name: 'Valley', colors: COLORS }))
    open('look')
    await type('Name', 'River TV')
    const shortName = () => (screen.getByLabelText('Short name') as HTMLInputElement).value
    expect(shortName()).toBe('River TV')
    await type('Short name', 'RTV')
    await type('Name', 'River Television')
    expect(shortName()).toBe('RTV')
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
    await type('Search Event', 'hawks')
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

/** Publish, and return the entries that were sent. */
async function publish(): Promise<unknown> {
  await press('Publish')
  await waitFor(() => expect(published()).toHaveLength(1))
  return published()[0]?.entries
}

describe('the rails of the library', () => {
  it('are added with chosen videos', async () => {
    open('home')
    await press('Add rail')
    await type('Title (English)', 'New here')
    await screen.findByRole('option', { name: 'One three one' })
    await type('Add video', 'press')
    expect(await screen.findByRole('button', { name: 'Remove One three one' })).toBeTruthy()
    expect(await publish()).toEqual([
      {
        section: 'library.rails',
        key: 'new-rail',
        value: { key: 'new-rail', title: 'New here', items: ['press'] },
        version: null,
      },
      // It comes last, below a rail that had no weight.
      {
        section: 'library.rails',
        key: 'how-to',
        value: { key: 'how-to', title: 'Learn it', items: ['call'], weight: 10 },
        version: 'v1',
      },
    ])
  })

  it('show a category instead', async () => {
    list('library.categories', anEntry('library.categories', 'drills', { name: 'Drills' }))
    open('home')
    await openItem('Film room')
    await press('A category')
    await screen.findByRole('option', { name: 'Drills' })
    await type('Category', 'drills')
    expect(await publish()).toMatchObject([{ key: 'film-room', value: { category: 'drills' } }])
    expect(published()[0]?.entries).not.toMatchObject([{ value: { items: ['call'] } }])
  })

  it('are put in order with the keyboard, which says the new position', async () => {
    open('home')
    await pressAlt('Move Learn it up', 'ArrowUp')
    expect(await screen.findByText('Learn it is now number 1 of 2')).toBeTruthy()
    expect(await publish()).toMatchObject([{ key: 'how-to', value: { weight: 30 } }])
  })

  it('move by drag', async () => {
    open('home')
    const rails = await screen.findByRole('list', { name: 'Rails of videos' })
    const [first, second] = [...rails.children]
    if (!first || !second) throw new Error('There are two rails')
    vi.spyOn(first, 'getBoundingClientRect').mockReturnValue({ bottom: 60 } as DOMRect)
    vi.spyOn(second, 'getBoundingClientRect').mockReturnValue({ bottom: 120 } as DOMRect)
    const handle = first.querySelector('.order-list__handle') as Element
    Object.assign(handle, { setPointerCapture: vi.fn() })
    for (const row of [first, second]) Object.assign(row, { scrollIntoView: vi.fn() })
    fireEvent.pointerDown(handle, { button: 0, pointerId: 1 })
    fireEvent.pointerMove(handle, { clientY: 100, pointerId: 1 })
    fireEvent.pointerUp(handle, { pointerId: 1 })
    expect(await screen.findByText('Film room is now number 2 of 2')).toBeTruthy()
  })

  it('leave the home page when they are removed', async () => {
    list('channel', {
      ...CHANNEL,
      value: { ...CHANNEL.value, settings: { home: ['live', 'rail:film-room'] } },
    })
    open('home')
    const [section] = await screen.findAllByRole('button', { name: 'Remove Rail: Film room' })
    expect(section).toBeTruthy()
    await press('Remove Film room')
    expect(screen.queryByRole('button', { name: 'Remove Rail: Film room' })).toBeNull()
    expect(await publish()).toMatchObject([
      { section: 'channel', value: { settings: { home: ['live'] } } },
      { section: 'library.rails', key: 'film-room', value: null, version: 'v1' },
    ])
  })
})

describe('a submenu', () => {
  const CHILD = { key: 'north', label: 'North', url: '/north', icon: 'pin' }

  beforeEach(() =>
    list(
      'menu',
      anEntry('menu', 'clubs', { label: 'Clubs', children: [CHILD] }),
      anEntry('menu', '', { order: ['clubs'] }),
    ),
  )

  it('gets items, which are put in order', async () => {
    open('menu')
    await openItem('Clubs')
    await press('Add submenu item')
    const labels = screen.getAllByLabelText('Label (English)')
    fireEvent.change(labels.at(-1) as Element, { target: { value: 'South' } })
    await pressAlt('Move South up', 'ArrowUp')
    expect(await screen.findByText('South is now number 1 of 2')).toBeTruthy()
    const south = { key: 'new-submenu-item', label: 'South', url: '/' }
    expect(await publish()).toMatchObject([{ key: 'clubs', value: { children: [south, CHILD] } }])
  })

  it('stays as it is when its item changes', async () => {
    open('menu')
    await openItem('Clubs')
    await type('Label (English)', 'All clubs')
    expect(await publish()).toMatchObject([{ value: { label: 'All clubs', children: [CHILD] } }])
  })

  it('is removed with its last item', async () => {
    open('menu')
    await openItem('Clubs')
    await press('Remove North')
    await publish()
    expect(published()[0]?.entries).toEqual([
      expect.objectContaining({ value: { key: 'clubs', label: 'Clubs' } }),
    ])
  })

  it('shows what is wrong beside its field', async () => {
    const errors = { 'menu[clubs].children[north].url': ['`/` is not an address'] }
    server.on(ENTRIES, { status: 422, json: { message: 'No', code: 'errors.invalid', errors } })
    open('menu')
    await openItem('Clubs')
    await openItem('North')
    fireEvent.change(screen.getAllByLabelText('Address').at(-1) as Element, { target: { value: '//' } })
    await press('Publish')
    expect((await screen.findAllByText(/is not an address/)).length).toBeGreaterThan(0)
    const field = screen.getAllByLabelText('Address').at(-1)
    expect(field?.getAttribute('aria-invalid')).toBe('true')
  })
})

describe('the font files', () => {
  const FONTS = '/api/studio/fonts'
  const upload = async (name: string) =>
    fireEvent.change(await screen.findByLabelText('Font file'), {
      target: { files: [new File(['wOF2'], name)] },
    })

  it('are uploaded, and then headings can use them', async () => {
    server.on(FONTS, { json: { data: { path: '/files/valley/a-inter.woff2', url: '' } } })
    open('look')
    await upload('Inter-Bold.woff2')
    await screen.findByText('Inter', { selector: 'strong' })
    await type('Font of headings', 'Inter')
    expect(await publish()).toMatchObject([
      {
        value: {
          theme: {
            font_display: 'Inter',
            fonts: [{ family: 'Inter', weight: '700', file: '/files/valley/a-inter.woff2' }],
          },
        },
      },
    ])
  })

  it('are refused with the reason', async () => {
    const errors = { font: ['`inter.woff2` is not a font; convert it to WOFF2'] }
    server.on(FONTS, { status: 422, json: { message: 'No', code: 'errors.invalid', errors } })
    open('look')
    await upload('inter.woff2')
    expect(await screen.findByText(/convert it to WOFF2/)).toBeTruthy()
  })

  it('stay while headings or texts use them', async () => {
    const fonts = [{ family: 'Inter', file: '/files/valley/a.woff2' }]
    list('channel', { ...CHANNEL, value: { ...CHANNEL.value, theme: { fonts, font_text: 'Inter' } } })
    open('look')
    expect(await screen.findByText(/In use: Font of texts/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Remove Inter' })).toBeNull()
    await type('Font of texts', '')
    await press('Remove Inter')
    await publish()
    expect(published()[0]?.entries).toEqual([expect.objectContaining({ value: CHANNEL.value })])
  })

  it('take headings and texts along when they get another name', async () => {
    const fonts = [{ family: 'Inter', file: '/files/valley/a.woff2' }]
    list('channel', { ...CHANNEL, value: { ...CHANNEL.value, theme: { fonts, font_text: 'Inter' } } })
    open('look')
    await openItem('Inter')
    await type('Name of the font', 'Inter Display')
    expect(await publish()).toMatchObject([{ value: { theme: { font_text: 'Inter Display' } } }])
  })
})
