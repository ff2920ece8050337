// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Entry, EntryValue } from '@/shared/studio/entries'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import Content from './Content'

// The list of a combobox needs a layout.
vi.mock('@/shared/ui/ComboboxField', () => import('../../testing/combobox'))

const ENTRIES = '/api/studio/entries'
let server: FakeServer

const anEntry = (section: string, key: string, value: EntryValue, version = 'v1'): Entry => ({
  section,
  key,
  value: key ? { key, ...value } : value,
  version,
})
const HAWKS = anEntry('participants', 'hawks', { name: 'Hawks', group: 'ridge', color: '#ffd400' })
const OTTERS = anEntry('participants', 'otters', { name: 'Otters' })
const FAQ = [
  anEntry('faq', 'refunds', { question: { en: 'Refunds?', fr: 'Remboursements ?' }, answer: 'Yes.' }),
  anEntry('faq', 'replays', { question: 'Replays?', answer: 'Soon.' }),
  anEntry('faq', '', { order: ['refunds', 'replays'] }, 'o1'),
]
const list = (section: string, entries: readonly Entry[]) =>
  server.on(`${ENTRIES}/${section}`, { json: { data: entries } })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const bodiesTo = (path: string) =>
  server.requests
    .filter(request => request.path === path && request.method === 'POST')
    .map(({ body }) => body)

function open(path: string) {
  const store = createCatalogStore(server)
  renderPage(
    <CatalogProvider store={store}>
      <LocationDisplay />
      <Routes>
        <Route path="/studio/content/*" element={<Content />} />
      </Routes>
    </CatalogProvider>,
    `/studio/content${path}`,
  )
  return store
}

// The dialogs are lazy chunks. Load them first, because a busy machine may exceed the test timeout.
beforeAll(() =>
  Promise.all([
    import('../../components/studio/RemoveEntryDialog'),
    import('../../components/studio/MergeDialog'),
    import('../../components/studio/video/Videos'),
  ]),
)
beforeEach(() => {
  server = new FakeServer()
  list('participants', [HAWKS, OTTERS])
  list('groups', [anEntry('groups', 'ridge', { name: 'Ridge School', short_name: 'RDG' })])
  list('categories', [])
  list('faq', FAQ)
})
afterEach(cleanup)

/** The response to a save with an outdated version. */
const outdated = ({ value, version }: Entry) => ({
  status: 409,
  json: { message: 'No', code: 'errors.edit_conflict', current: value, version },
})

describe('a section', () => {
  it('lists its entries with what they refer to, and finds them by it', async () => {
    open('')
    expect(await screen.findByText('Ridge School')).toBeTruthy()
    expect(currentPath()).toBe('/studio/content/teams')
    fireEvent.change(screen.getByLabelText('Search'), { target: { value: 'ridge' } })
    expect(screen.queryByText('Otters')).toBeNull()
    expect(currentPath()).toBe('/studio/content/teams?search=ridge')
  })

  it('names sports in words, and keeps a sport that only a pack has named', async () => {
    const categories = ['hockey', 'curling'].map(sport =>
      anEntry('categories', sport, { name: 'Boys', sport }),
    )
    list('categories', categories)
    server.on(`${ENTRIES}/categories/curling`, { json: { data: categories[1] } })
    open('/categories')
    expect(await screen.findByText('Hockey')).toBeTruthy()
    cleanup()
    open('/categories/curling')
    expect((await screen.findByLabelText('Sport')).textContent).toContain('curling')
  })

  it('renames an entry in its row, without another key', async () => {
    const renamed = anEntry('participants', 'hawks', { name: 'Red Hawks', group: 'ridge' }, 'v2')
    server.on(`${ENTRIES}/participants/hawks`, { json: { data: renamed } })
    open('/teams')
    await press('Rename Hawks')
    const input = screen.getByLabelText('Name')
    fireEvent.change(input, { target: { value: 'Red Hawks' } })
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(await screen.findByRole('link', { name: 'Red Hawks' })).toBeTruthy()
    expect(bodiesTo(`${ENTRIES}/participants/hawks`)).toMatchObject([
      { value: { key: 'hawks', name: 'Red Hawks', group: 'ridge' }, version: 'v1', _method: 'put' },
    ])
  })

  it('says what still uses an entry that cannot be removed', async () => {
    server.on(`${ENTRIES}/participants/otters`, {
      status: 422,
      json: { message: 'No', errors: { 'events[final].away': ['`otters` is not a key'] } },
    })
    open('/teams')
    await press('Remove Otters')
    const dialog = await screen.findByRole('dialog')
    fireEvent.click(within(dialog).getByRole('button', { name: 'Remove' }))
    expect(await within(dialog).findByText('`otters` is not a key')).toBeTruthy()
  })

  it('lists the buyers before it removes an entry that they paid for, and refunds them', async () => {
    const effect = {
      product: 'Otters Pass',
      effect: 'revoked',
      orders: [7],
      paid: [],
      emails: 1,
      refundable: [7],
    }
    const path = `${ENTRIES}/participants/otters`
    server.on(
      path,
      { status: 400, json: { message: 'No', code: 'errors.confirmation_required', effects: [effect] } },
      { status: 204 },
    )
    open('/teams')
    await press('Remove Otters')
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Otters Pass')).toBeTruthy()
    list('participants', [HAWKS])
    await press('Remove anyway')
    await waitFor(() => expect(screen.queryByText('Otters')).toBeNull())
    expect(server.requests.filter(request => request.path === path).at(-1)?.query).toMatchObject({
      refund: 'true',
    })
  })

  it('changes its order by buttons and says the new place', async () => {
    open('/faq')
    expect(await screen.findAllByText('Missing: French')).toHaveLength(2)
    server.on(`${ENTRIES}/faq`, { json: { data: { ...FAQ[2], version: 'o2' } } })
    await press('Move Replays? up')
    expect(await screen.findByText('Replays? is now number 1 of 2')).toBeTruthy()
    expect(bodiesTo(`${ENTRIES}/faq`)).toMatchObject([
      { value: { order: ['replays', 'refunds'] }, version: 'o1' },
    ])
  })

  it('shows an error and can be loaded again', async () => {
    server.on(`${ENTRIES}/participants`, { status: 500, json: {} })
    open('/teams')
    expect(await screen.findByText('The entries could not be loaded')).toBeTruthy()
  })
})

describe('a merge of two entries', () => {
  const MERGE = '/api/studio/merges/participants/hawks'
  const EFFECTS = { events: 12, teams: 0, orders: 3, favorites: 40, reminders: 2 }

  async function choose(name: string) {
    await press('Merge with another team')
    await screen.findByRole('option', { name })
    fireEvent.change(screen.getByLabelText('Stays'), { target: { value: name.toLowerCase() } })
  }

  it('says what moves before it merges, and then opens the entry that stays', async () => {
    server.on(`${ENTRIES}/participants/hawks`, { json: { data: HAWKS } })
    server.on(`${ENTRIES}/participants/otters`, { json: { data: OTTERS } })
    server.on(MERGE, { json: { data: EFFECTS } }, { json: { data: { revision: 7 } } })
    open('/teams/hawks')
    await choose('Otters')
    expect(await screen.findByText('12 events')).toBeTruthy()
    expect(screen.getByText('40 favorites')).toBeTruthy()
    expect(screen.getByText(/Orders, favorites and reminders stay with Otters/)).toBeTruthy()
    await press('Merge')
    await waitFor(() => expect(currentPath()).toBe('/studio/content/teams/otters'))
    expect(bodiesTo(MERGE)).toMatchObject([{ into: 'otters' }])
  })

  it('shows why two teams cannot be merged', async () => {
    const params = { removed: 'Hawks', kept: 'Otters', event: 'Final' }
    server.on(`${ENTRIES}/participants/hawks`, { json: { data: HAWKS } })
    server.on(MERGE, { status: 400, json: { message: 'No', code: 'errors.merge_opponents', params } })
    open('/teams/hawks')
    await choose('Otters')
    expect(await screen.findByText(/Hawks and Otters play each other: Final/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true)
  })
})

describe('the form of an entry', () => {
  const PATH = `${ENTRIES}/participants/hawks`

  it('shows the sentences of the server beside their fields', async () => {
    server.on(PATH, { json: { data: HAWKS } })
    open('/teams/hawks')
    await type('Name (English)', 'Hawks of the Ridge')
    server.on(PATH, {
      status: 422,
      json: { message: 'No', errors: { name: ['is empty; write a text'], sponsor: ['is not a field'] } },
    })
    await press('Save')
    expect(await screen.findByText('is empty; write a text')).toBeTruthy()
    expect(screen.getByText('is not a field')).toBeTruthy()
    await type('Name (English)', 'Hawks')
    expect(screen.queryByText('is empty; write a text')).toBeNull()
  })

  it('offers the nearest color on which white text is readable', async () => {
    server.on(PATH, { json: { data: HAWKS } })
    open('/teams/hawks')
    await screen.findByText(/White text has a contrast of 1.4/)
    await press('Use #8c7500')
    expect(screen.getByText(/White text is readable on it/)).toBeTruthy()
  })

  it('keeps mine over the version of someone else, after showing both', async () => {
    const theirs = anEntry('participants', 'hawks', { name: 'Falcons', group: 'ridge' }, 'v2')
    server.on(PATH, { json: { data: HAWKS } })
    open('/teams/hawks')
    await type('Name (English)', 'Red Hawks')
    server.on(PATH, outdated(theirs))
    await press('Save')
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('Falcons')).toBeTruthy()
    server.on(PATH, { json: { data: theirs } })
    await press('Keep mine')
    await waitFor(() => expect(bodiesTo(PATH)).toHaveLength(2))
    expect(bodiesTo(PATH)[1]).toMatchObject({ value: { name: 'Red Hawks' }, version: 'v2' })
  })

  it('takes the version of someone else', async () => {
    const theirs = anEntry('participants', 'hawks', { name: 'Falcons' }, 'v2')
    server.on(PATH, { json: { data: HAWKS } })
    open('/teams/hawks')
    await type('Name (English)', 'Red Hawks')
    server.on(PATH, outdated(theirs))
    await press('Save')
    await press('Take theirs')
    expect(screen.getByLabelText<HTMLInputElement>('Name (English)').value).toBe('Falcons')
  })

  it('makes the key of a new entry from its name', async () => {
    const saved = anEntry('participants', 'ecole-elan-2', { name: 'École Élan' })
    list('participants', [anEntry('participants', 'ecole-elan', { name: 'École Élan' })])
    server.on(`${ENTRIES}/participants/ecole-elan-2`, { json: { data: saved } })
    open('/teams/_new')
    await type('Name (English)', 'École Élan')
    await press('Save')
    await waitFor(() => expect(currentPath()).toBe('/studio/content/teams/ecole-elan-2'))
    expect(bodiesTo(`${ENTRIES}/participants/ecole-elan-2`)).toMatchObject([
      { value: { key: 'ecole-elan-2', name: 'École Élan' }, version: null },
    ])
  })

  it('edits Markdown in both languages, with a preview by the server', async () => {
    server.on(`${ENTRIES}/faq/replays`, { json: { data: FAQ[1] } })
    server.on('/api/studio/markdown', { json: { data: { html: '<p><strong>Bientôt</strong></p>' } } })
    open('/faq/replays')
    expect(await screen.findByText('Not translated yet: French')).toBeTruthy()
    await type('Answer (French)', '**Bientôt**')
    expect(screen.queryByText('Not translated yet: French')).toBeNull()
    const preview = await screen.findByLabelText('Preview (French)')
    expect(within(preview).getByText('Bientôt').tagName).toBe('STRONG')
  })

  it('uploads a picture and shows why one is refused', async () => {
    server.on(PATH, { json: { data: HAWKS } })
    open('/teams/hawks')
    const file = new File(['x'], 'crest.svg')
    const input = await screen.findByLabelText('Picture', { selector: 'input' })
    server.on(
      '/api/studio/pictures',
      { status: 422, json: { message: 'No', errors: { picture: ['`crest.svg` is not an SVG'] } } },
      { json: { data: { path: '/files/test/0123456789ab-crest.svg', url: '', width: 1, height: 1 } } },
    )
    fireEvent.change(input, { target: { files: [file] } })
    expect(await screen.findByText('`crest.svg` is not an SVG')).toBeTruthy()
    fireEvent.change(input, { target: { files: [file] } })
    expect(await screen.findByRole('button', { name: /Replace/ })).toBeTruthy()
    expect(bodiesTo('/api/studio/pictures')[0]).toHaveProperty('picture')
  })

  it('shows the dates of videos in the language of the reader', async () => {
    const film = anEntry('library.items', 'skating', { title: 'Skating', date: '2026-11-20 00:00' })
    server.on(`${ENTRIES}/library.items`, { json: { data: [film] } })
    open('/videos')
    await screen.findByText('Nov 20, 2026')
  })

  it('has the videos of a library item on a tab of their own', async () => {
    const film = anEntry('library.items', 'skating', { title: 'Skating', date: '2026-11-21' })
    server.on(`${ENTRIES}/library.items/skating`, { json: { data: film } })
    const videos = { recording_state: '', restorable_until: null, clip_count: 0, videos: [], uploads: [] }
    server.on('/api/studio/library-items/skating/videos', { json: { data: videos } })
    open('/videos/skating')
    expect(await screen.findByLabelText('Title (English)')).toBeTruthy()
    fireEvent.click(screen.getByRole('link', { name: 'Video' }))
    expect(await screen.findByText('Drop a video file here, or choose one.')).toBeTruthy()
    expect(currentPath()).toBe('/studio/content/videos/skating/video')
  })

  it('says which line of a caption file is wrong, and adds a correct one', async () => {
    const video = { id: 3, name: 'Skating', state: 'ready', duration: 60, width: 640, height: 360 }
    const videosWith = (captions: object[]) => ({
      json: { data: { recording_state: '', clip_count: 0, videos: [{ ...video, captions }], uploads: [] } },
    })
    server.on(`${ENTRIES}/library.items/skating`, { json: { data: anEntry('library.items', 'skating', {}) } })
    server.on('/api/studio/library-items/skating/videos', videosWith([]))
    const params = { file: 'a.srt', line: 6, text: '00:5', example: '00:01:05,000' }
    server.on(
      '/api/studio/videos/3/captions/en',
      { status: 400, json: { code: 'errors.captions_time', message: '', params } },
      { json: { data: [] } },
    )
    open('/videos/skating/video')
    const input = await screen.findByLabelText('Caption file', { selector: 'input' })
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.srt')] } })
    expect(await screen.findByText(/a.srt, line 6: “00:5” is not a valid time/)).toBeTruthy()
    server.on('/api/studio/library-items/skating/videos', videosWith([{ language: 'en', name: 'English' }]))
    fireEvent.change(input, { target: { files: [new File(['x'], 'a.srt')] } })
    expect(await screen.findByRole('button', { name: 'Remove English' })).toBeTruthy()
    expect(screen.queryByText(/line 6/)).toBeNull()
  })
})
