// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { aTeam, createCatalogStore, HOCKEY } from '../../fakes'
import { aStudioEvent } from '../../testing/studio'
import Schedule from './Schedule'

const EVENTS = '/api/studio/events'
const ENTRY = '/api/studio/entries/events/final'
const VALUE = {
  key: 'final',
  away: 'team-1',
  home: 'team-2',
  category: 'boys-hockey',
  starts: '2026-11-27 18:00',
}
const page = (...data: unknown[]) => ({ json: { data, meta: { total: data.length, limit: 50, offset: 0 } } })
const entry = (value: object, version = 'v1') => ({
  json: { data: { section: 'events', key: 'final', value, version } },
})
const effects = [
  {
    product: 'Final',
    effect: 'canceled',
    orders: [4, 5],
    paid: [{ amount: '17.80', currency: 'USD' }],
    emails: 2,
    refundable: [4, 5],
  },
]
const buyersAffected = { status: 400, json: { code: 'errors.confirmation_required', effects } }
const refusedName = {
  status: 422,
  json: { code: 'errors.validation', errors: { name: ['This name is too long.'] } },
}
let server: FakeServer

function open(url = '/studio/schedule') {
  const catalog = createCatalogStore(server, {}, { categories: [HOCKEY] })
  renderPage(
    <CatalogProvider store={catalog}>
      <Routes>
        <Route path="/studio/schedule/*" element={<Schedule />} />
      </Routes>
      <LocationDisplay />
    </CatalogProvider>,
    url,
  )
  return catalog
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
async function choose(label: string, name: string) {
  const { value } = await screen.findByRole<HTMLOptionElement>('option', { name })
  type(label, value)
}
const sent = (path: string) =>
  server.requests
    .filter(request => request.path === path && request.method === 'POST')
    .map(({ body }) => body)
const toasts = (catalog: ReturnType<typeof open>) => catalog.shell.toasts.toasts.map(({ text }) => text)

// The list of a combobox needs a layout.
vi.mock('@/shared/ui/ComboboxField', () => import('../../testing/combobox'))

// These are lazy chunks. Load them first, because a busy machine may exceed the test timeout.
beforeAll(() => Promise.all([import('@/shared/ui/Menu')]))
beforeEach(() => {
  server = new FakeServer()
  server.on(EVENTS, page(aStudioEvent()))
  server.on(ENTRY, entry(VALUE))
  server.on('/api/participants', page(aTeam(1), aTeam(2)))
  server.on('/api/studio/entries/locations', { json: { data: [] } })
  const hockey = { section: 'categories', key: 'boys-hockey', value: { name: 'Boys hockey' }, version: 'v1' }
  server.on('/api/studio/entries/categories', { json: { data: [hockey] } })
})
afterEach(cleanup)

describe('the schedule', () => {
  it('shows what each event has and lacks', async () => {
    open()
    const row = (await screen.findByText('Hawks @ Otters')).closest('tr') as HTMLElement
    expect(within(row).getByText('Stream key not used yet')).toBeTruthy()
    expect(within(row).getByText('$8.90')).toBeTruthy()
    expect(within(row).getByText('6:00 PM')).toBeTruthy()
  })

  it('keeps its filters in the address', async () => {
    open()
    await press('Needs attention')
    expect(currentPath()).toBe('/studio/schedule?show=attention')
    fireEvent.change(screen.getByLabelText('Category'), { target: { value: '1' } })
    await waitFor(() =>
      expect(server.requests.at(-1)?.query).toMatchObject({
        needs_attention: 'true',
        event_category_id: '1',
      }),
    )
  })

  it('saves another start with Enter, and closes with Escape', async () => {
    const catalog = open()
    await press(/Change the start/)
    fireEvent.keyDown(screen.getByLabelText('Time'), { key: 'Escape' })
    await press(/Change the start/)
    type('Time', '19:30')
    await waitFor(() => expect(server.paths.filter(path => path === ENTRY)).toHaveLength(2))
    await waitFor(() => {
      fireEvent.keyDown(screen.getByLabelText('Time'), { key: 'Enter' })
      expect(sent(ENTRY)).toMatchObject([
        { _method: 'put', version: 'v1', value: { ...VALUE, starts: '2026-11-27 19:30' } },
      ])
    })
    await waitFor(() => expect(toasts(catalog)).toEqual(['Start saved']))
  })

  it('leads to the score page if the result comes from a timeline', async () => {
    const score = { away: 2, home: 1, ending: 'regulation' }
    server.on(EVENTS, page(aStudioEvent({ status: 'finished', has_timeline: true, score } as never)))
    open()
    const link = await screen.findByRole('link', { name: /^Result of Hawks @ Otters/ })
    expect(link.getAttribute('href')).toBe('/studio/events/7/score')
  })

  it('enters the result of a game that is over', async () => {
    const note = { en: 'Cup final' }
    server.on(EVENTS, page(aStudioEvent({ status: 'finished' })))
    server.on(ENTRY, entry({ ...VALUE, score: { away: 1, home: 1, note } }))
    const catalog = open()
    await press(/Enter result/)
    fireEvent.change(await screen.findByLabelText('Score, Otters'), { target: { value: '2' } })
    type('Score, Hawks', '2')
    type('Ending', 'shootout')
    type('Shootout, Hawks', '3')
    type('Shootout, Otters', '1')
    await press('Save result')
    const score = { away: 2, home: 2, note, ending: 'shootout', shootout: { away: 3, home: 1 } }
    await waitFor(() => expect(sent(ENTRY)).toMatchObject([{ version: 'v1', value: { ...VALUE, score } }]))
    await waitFor(() => expect(toasts(catalog)).toEqual(['Result saved']))
  })

  it('enters the overtime in which a game ended', async () => {
    server.on(EVENTS, page(aStudioEvent({ status: 'finished' })))
    server.on(ENTRY, entry({ ...VALUE, score: { away: 1, home: 2 } }))
    open()
    await press(/Enter result/)
    await screen.findByLabelText('Score, Otters')
    expect(screen.queryByLabelText('Last period')).toBeNull()
    type('Ending', 'overtime')
    type('Last period', '5')
    await press('Save result')
    const score = { away: 1, home: 2, ending: 'overtime', period: 5 }
    await waitFor(() => expect(sent(ENTRY)).toMatchObject([{ value: { ...VALUE, score } }]))
  })

  it('lists the buyers before it cancels a game, and refunds them', async () => {
    const catalog = open()
    await press('Actions for Hawks @ Otters')
    fireEvent.click(await screen.findByText('Cancel event…'))
    server.on(`${EVENTS}/final/cancel`, buyersAffected, {
      json: { data: { changed: true, refunded: 2, pending: 0 } },
    })
    await press('Cancel event')
    expect(await screen.findByText('2 orders')).toBeTruthy()
    expect(screen.getByText('$17.80')).toBeTruthy()
    await press('Cancel event')
    await waitFor(() =>
      expect(sent(`${EVENTS}/final/cancel`).at(-1)).toMatchObject({ confirm: true, refund: true }),
    )
    await waitFor(() => expect(toasts(catalog)).toEqual(['Saved. Refunds: 2, waiting: 0']))
  })

  it('shows a month as a calendar', async () => {
    open('/studio/schedule?view=month&month=2026-11-01')
    const link = await screen.findByRole('link', { name: /Hawks @ Otters/ })
    expect(link.closest('td')?.textContent).toContain('27')
    await press('Next month')
    expect(currentPath()).toContain('month=2026-12-01')
  })
})

describe('the page of an event', () => {
  it('says beside a field what is wrong with it', async () => {
    open('/studio/schedule/final')
    await screen.findByLabelText('Duration in minutes')
    type('Duration in minutes', 'x')
    server.on(ENTRY, {
      status: 422,
      json: { errors: { duration: ['`xm` is not a duration'] } },
    })
    await press('Save changes')
    expect(await screen.findByText('`xm` is not a duration')).toBeTruthy()
  })

  it('compares both versions if someone else was faster, and saves the own one', async () => {
    open('/studio/schedule/final')
    await screen.findByLabelText('Duration in minutes')
    type('Label (English)', 'Cup')
    const current = { ...VALUE, label: 'Final' }
    server.on(
      ENTRY,
      { status: 409, json: { code: 'errors.edit_conflict', current, version: 'v2' } },
      entry({ ...VALUE, label: 'Cup' }, 'v3'),
    )
    await press('Save changes')
    expect(await screen.findByText('Someone else changed this')).toBeTruthy()
    await press('Keep mine')
    await waitFor(() =>
      expect(sent(ENTRY).at(-1)).toMatchObject({ version: 'v2', value: { label: { en: 'Cup' } } }),
    )
  })

  it('saves an uploaded picture, which the poster and the tall picture show too', async () => {
    open('/studio/schedule/final')
    const path = '/files/test/0123456789ab-final.png'
    server.on('/api/studio/pictures', { json: { data: { path, url: '', width: 1, height: 1 } } })
    const input = await screen.findByLabelText('Picture for cards', { selector: 'input' })
    fireEvent.change(input, { target: { files: [new File(['x'], 'final.png')] } })
    await waitFor(() => expect(document.querySelectorAll(`img[src="${path}"]`)).toHaveLength(3))
    server.on(ENTRY, entry({ ...VALUE, images: { card: path } }, 'v2'))
    await press('Save changes')
    await waitFor(() => expect(sent(ENTRY).at(-1)).toMatchObject({ value: { images: { card: path } } }))
  })

  it('crops one uploaded picture to the card, the poster and the tall picture', async () => {
    open('/studio/schedule/final')
    const photo = '/files/test/0123456789ab-final.jpg'
    const crop = (name: string) => ({
      json: { data: { path: `/files/test/${name}.jpg`, url: '', width: 1, height: 1 } },
    })
    server.on('/api/studio/pictures', { json: { data: { path: photo, url: '', width: 4000, height: 3000 } } })
    server.on('/api/studio/pictures/crops', crop('card'), crop('poster'), crop('tall'))
    const input = await screen.findByLabelText('Picture for all places', { selector: 'input' })
    fireEvent.change(input, { target: { files: [new File(['x'], 'final.jpg')] } })
    const dialog = await screen.findByRole('dialog', { name: 'Crop picture for each place' })
    const picture = dialog.querySelector(`img[src="${photo}"]`) as HTMLImageElement
    Object.defineProperties(picture, { naturalWidth: { value: 4000 }, naturalHeight: { value: 3000 } })
    fireEvent.load(picture)
    await press('Save crops')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const widths = sent('/api/studio/pictures/crops').map(body => (body as { max_width: number }).max_width)
    expect(widths).toEqual([1280, 2400, expect.any(Number)])
    const images = {
      card: '/files/test/card.jpg',
      poster: '/files/test/poster.jpg',
      tall: '/files/test/tall.jpg',
    }
    server.on(ENTRY, entry({ ...VALUE, images }, 'v2'))
    await press('Save changes')
    await waitFor(() => expect(sent(ENTRY).at(-1)).toMatchObject({ value: { images } }))
  })
})

describe('a new event', () => {
  const NEW = '/api/studio/entries/events/gala-2026-12-04'

  it('takes another key if its key is taken, and keeps day and category for the next one', async () => {
    const catalog = open('/studio/schedule/new?date=2026-12-04')
    await screen.findByLabelText('Title (English)')
    type('Title (English)', 'Gala')
    type('Time', '19:00')
    await choose('Category', 'Boys hockey')
    expect(await screen.findByText(/as in the latest event/)).toBeTruthy()
    server.on(NEW, { status: 409, json: { code: 'errors.edit_conflict', current: {}, version: 'v' } })
    server.on(`${NEW}-2`, entry({ key: 'gala-2026-12-04-2' }))
    await press('Save and add another')
    await waitFor(() => expect(toasts(catalog)).toEqual(['Event added']))
    expect(sent(`${NEW}-2`)).toMatchObject([
      {
        version: null,
        value: { key: 'gala-2026-12-04-2', name: { en: 'Gala' }, starts: '2026-12-04 19:00' },
      },
    ])
    expect((screen.getByLabelText('Date') as HTMLInputElement).value).toBe('2026-12-04')
    expect((screen.getByLabelText('Title (English)') as HTMLInputElement).value).toBe('')
  })

  it('creates a category and a team that the channel lacks, and chooses them', async () => {
    const catalog = open('/studio/schedule/new')
    const sections = '/api/studio/entries'
    server.on(`${sections}/categories/girls-soccer`, entry({ key: 'girls-soccer' }))
    server.on(`${sections}/participants/alder-hawks`, entry({ key: 'alder-hawks' }))
    await screen.findByLabelText('Category')
    const soccer = {
      section: 'categories',
      key: 'girls-soccer',
      value: { name: 'Girls soccer' },
      version: 'v1',
    }
    server.on(`${sections}/categories`, { json: { data: [soccer] } })
    server.on(
      '/api/participants',
      page({ ...aTeam(3), alias: 'alder-hawks', name: 'Alder Hawks', group: null }),
    )
    type('Create Category', 'Girls soccer')
    type('Create Away team', 'Alder Hawks')
    const save = screen.getByRole('button', { name: 'Save' })
    expect(save.getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(toasts(catalog)).toHaveLength(2))
    expect(toasts(catalog)).toContain('Girls soccer was created')
    expect(save.getAttribute('aria-busy')).not.toBe('true')
    expect(sent(`${sections}/categories/girls-soccer`)).toMatchObject([
      { version: null, value: { key: 'girls-soccer', name: 'Girls soccer' } },
    ])
    const chosen = (label: string) => (screen.getByLabelText(label) as HTMLInputElement).value
    await waitFor(() =>
      expect([chosen('Category'), chosen('Away team')]).toEqual(['girls-soccer', 'alder-hawks']),
    )
  })

  it('says why a team could not be created', async () => {
    const catalog = open('/studio/schedule/new')
    server.on('/api/studio/entries/participants/team', refusedName)
    await screen.findByRole('option', { name: 'Boys hockey' })
    type('Create Away team', 'Team')
    await waitFor(() => expect(toasts(catalog)).toEqual(['This name is too long.']))
    expect((screen.getByLabelText('Away team') as HTMLInputElement).value).toBe('')
  })

  it('copies an event as the second game of that day', async () => {
    open('/studio/schedule/new?from=final&second=1')
    await waitFor(() => expect((screen.getByLabelText('Time') as HTMLInputElement).value).toBe('20:30'))
    expect((screen.getByLabelText('Date') as HTMLInputElement).value).toBe('2026-11-27')
    await waitFor(() => expect((screen.getByLabelText('Away team') as HTMLInputElement).value).toBe('team-1'))
  })
})

describe('the notice about feeds', () => {
  it('names the feeds that wait for a person or are paused', async () => {
    const feed = { host: 'example.org', options: null, checked_at: null, error: null }
    server.on('/api/studio/feeds', {
      json: {
        data: [
          { ...feed, id: 1, name: 'League', state: 'active', waiting: 3 },
          { ...feed, id: 2, name: 'Cup', state: 'paused', waiting: 0 },
          { ...feed, id: 3, name: 'Friendlies', state: 'active', waiting: 0 },
        ],
      },
    })
    open()
    expect(await screen.findByText(/3 rows wait for you/)).toBeTruthy()
    expect(screen.getByText('Cup')).toBeTruthy()
    expect(screen.queryByText('Friendlies')).toBeNull()
    fireEvent.click(screen.getByRole('link', { name: 'Open feeds' }))
    expect(currentPath()).toBe('/studio/schedule/import')
  })
})
