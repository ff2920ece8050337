// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, FakeResizeObserver, fakeMatchMedia } from '@/shared/testing/page'
import {
  aBreakdown,
  aFunnel,
  aLiveReport,
  anOverview,
  aQuality,
  aRetention,
  aRow,
  aSales,
  FROM,
  TO,
  withReports,
} from '../fakes'
import { reportRequests } from '../testing/reportRequests'
import { openReports, REPORTS_PATH, section } from '../testing/reportsPage'

const data = (answer: object) => ({ json: { data: answer } })
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const NOTHING_WATCHED = { sessions: 0, page_visits: 0, views: 0, minutes: 0, viewers: 0 }
let server: FakeServer

// Load the lazy page first, because its import may exceed the test timeout.
beforeAll(() => import('./ReportsPage'))
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  server = withReports(new FakeServer())
})
afterEach(cleanup)

describe('reports', () => {
  it('show viewers how to become an operator, and request nothing', async () => {
    openReports(server, REPORTS_PATH, { viewer: { isOperator: false, email: 'maya@example.com' } })
    await screen.findByRole('heading', { level: 1, name: 'Reports need an operator account' })
    screen.getByText(/maya@example\.com.*touchline operators add/)
    expect(server.requests).toEqual([])
  })

  it('show users who are no longer operators how to become one', async () => {
    server.on('/api/reports/sales', { status: 403, json: {} })
    openReports(server)
    await screen.findByRole('heading', { level: 1, name: 'Reports need an operator account' })
  })

  it('show totals, and their change from the previous period', async () => {
    openReports(server)
    const { findByText, getByText } = await section('Overview')
    await findByText('12,480')
    getByText('vs. 10,400')
    getByText('20% higher')
    // The same number of views, fewer visits, and viewers after a period without any.
    getByText('no change')
    getByText('10% lower')
    getByText('new')
    getByText('Peak on Sunday, November 22: 1,700 minutes.')
  })

  it.each([
    ['Overview', 'overview', anOverview({ left_out: 200 })],
    ['Overview', 'overview', anOverview({ left_out: 200, totals: NOTHING_WATCHED })],
    ['Conversion', 'funnel', aFunnel({ left_out: 200 })],
  ])('show in “%s” how many reports are excluded', async (title, path, answer) => {
    server.on(`/api/reports/${path}`, data(answer))
    openReports(server)
    const { findByText } = await section(title)
    await findByText(/^200 reports are excluded from these figures/)
  })

  it('do not mention excluded reports if there are none', async () => {
    openReports(server)
    const { findByText, queryByText } = await section('Overview')
    await findByText('12,480')
    expect(queryByText(/doubtful/)).toBeNull()
  })

  it('offer the figures of a chart as a table', async () => {
    openReports(server)
    const { findByRole, getByRole, getAllByRole } = await section('Overview')
    fireEvent.click(await findByRole('button', { name: 'Table: Minutes per day' }))
    const table = within(getByRole('region', { name: 'Minutes per day' }))
    expect(table.getAllByRole('columnheader').map(cell => cell.textContent)).toEqual([
      ...['Day', 'Minutes', 'Comparison day', 'Previous period'],
    ])
    expect(getAllByRole('row')[1]?.textContent).toBe('Nov 15, 20261,000Nov 7, 2026900')
    fireEvent.click(getByRole('button', { name: 'Views' }))
    expect(getAllByRole('row')[1]?.textContent).toBe('Nov 15, 2026100Nov 7, 202690')
  })

  it('without a comparison do not mention the previous period', async () => {
    server.on('/api/reports/overview', data(anOverview({ before: null, before_days: null })))
    openReports(server, `${REPORTS_PATH}&compare=none`)
    const { findByText, queryByText } = await section('Overview')
    await findByText('12,480')
    expect(queryByText(/before|more|less/)).toBeNull()
    expect(reportRequests(server, 'overview')).toEqual([{ from: FROM, to: TO, compare: 'none' }])
  })

  it('show an empty message in each section without views', async () => {
    const none = { sessions: 0, page_visits: 0, views: 0, minutes: 0, viewers: 0 }
    const sold = { orders: 0, gross: '0.00', refunds: '0.00', net: '0.00' }
    server
      .on('/api/reports/overview', data(anOverview({ totals: none })))
      .on('/api/reports/by/event', data(aBreakdown()))
      .on('/api/reports/quality', data(aQuality({ views: 0 })))
      .on('/api/reports/sales', data(aSales({ totals: sold, rows: [] })))
      .on('/api/reports/funnel', data(aFunnel({ steps: [{ step: 'visit', sessions: 0, share: 0 }] })))
      .on('/api/reports/now', data(aLiveReport({ viewers: 0, things: [], minutes: [] })))
    openReports(server)
    const headings = ['Overview', 'Views by category', 'Playback quality']
    for (const heading of headings) {
      await (await section(heading)).findByText('No views in this period.')
    }
    await (await section('Sales')).findByText('No sales in this period.')
    await (await section('Conversion')).findByText('No visits in this period.')
    await (await section('Audience retention')).findByText('No games were watched in this period.')
    const now = await section('Right now')
    await now.findByText(/No one is watching right now/)
    now.getByText('No viewers in the last 30 minutes.')
    expect(server.paths.filter(path => path.includes('retention'))).toEqual([])
  })

  it('that failed to load are retried individually', async () => {
    server.on('/api/reports/funnel', { status: 503, json: {} }, data(aFunnel()))
    openReports(server)
    const funnel = await section('Conversion')
    fireEvent.click(await funnel.findByRole('button', { name: 'Try again' }))
    await funnel.findByText('Visited the site')
    expect(reportRequests(server, 'overview')).toHaveLength(1)
  })

  it('wait while offline, and load when the connection is back', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    server.on('/api/reports/funnel', new TypeError('offline'), data(aFunnel()))
    openReports(server)
    const funnel = await section('Conversion')
    await funnel.findByText(/You’re offline/)
    online.mockReturnValue(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await funnel.findByText('Visited the site')
  })

  it('show a loading message', async () => {
    let answer: () => void = () => undefined
    const held = new Promise<void>(resolve => {
      answer = resolve
    })
    const { fetch } = server
    vi.spyOn(server, 'fetch').mockImplementation(async (...call) => {
      if (String(call[0]).includes('/funnel')) await held
      return fetch(...call)
    })
    openReports(server)
    const funnel = await section('Conversion')
    await funnel.findByText('Loading report')
    answer()
    await funnel.findByText('Visited the site')
  })
})

describe('the report period', () => {
  it('is set by a preset button, and appears in the address', async () => {
    openReports(server, '/studio/reports?tab=team')
    await screen.findByRole('button', { name: '28 days', pressed: true })
    press('7 days')
    await waitFor(() => expect(currentPath()).toMatch(/tab=team&from=2\S+&to=2/))
    await waitFor(() => expect(reportRequests(server, 'sales')).toHaveLength(2))
    screen.getByRole('button', { name: '7 days', pressed: true })
  })

  it('can have custom dates, which are validated', async () => {
    openReports(server)
    fireEvent.click(await screen.findByRole('button', { name: 'Custom', pressed: true }))
    const [from, to] = [screen.getByLabelText('First day'), screen.getByLabelText('Last day')]
    const show = screen.getByRole('button', { name: 'Show' }) as HTMLButtonElement
    fireEvent.change(from, { target: { value: '2026-11-20' } })
    fireEvent.change(to, { target: { value: '2026-11-10' } })
    screen.getByText('The first day must be before the last day.')
    expect(show.disabled).toBe(true)
    fireEvent.change(from, { target: { value: '2026-11-03' } })
    fireEvent.click(show)
    await waitFor(() => expect(currentPath()).toContain('from=2026-11-03&to=2026-11-10'))
    // The date fields close, and focus returns to the button that opens them.
    expect(screen.queryByLabelText('First day')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Custom')
    await screen.findByText('Nov 3 – 10, 2026')
  })

  it('is compared with the selected period', async () => {
    openReports(server)
    fireEvent.change(await screen.findByLabelText('Comparison'), { target: { value: 'year' } })
    await waitFor(() => expect(reportRequests(server, 'overview').at(-1)).toMatchObject({ compare: 'year' }))
    expect(currentPath()).toContain('compare=year')
    await screen.findAllByText('Previous year')
  })
})

describe('the most watched content', () => {
  it('lists ten rows first', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => aRow(20 + index))
    server.on('/api/reports/by/team', data(aBreakdown(...rows)))
    openReports(server, `${REPORTS_PATH}&tab=team`)
    const { findAllByRole, getAllByRole, getByRole, getByText } = await section('Views by category')
    expect(await findAllByRole('rowheader')).toHaveLength(10)
    getByText('Each game counts toward both teams.')
    fireEvent.click(getByRole('button', { name: 'Show all 12' }))
    expect(getAllByRole('rowheader')).toHaveLength(12)
  })

  it('shows countries and devices by name in the page’s language', async () => {
    server
      .on('/api/reports/by/country', data(aBreakdown(aRow(1, { key: 'NO', id: null, name: 'NO' }))))
      .on('/api/reports/by/device', data(aBreakdown(aRow(2, { key: 'tv', id: null, name: 'TV' }))))
    openReports(server, `${REPORTS_PATH}&tab=country`)
    const watched = await section('Views by category')
    await watched.findByText('Norway')
    fireEvent.click(watched.getByRole('link', { name: 'Devices' }))
    await watched.findByText('TVs')
    expect(currentPath()).toContain('tab=device')
  })

  it('includes each game’s date, to distinguish games of the same teams', async () => {
    openReports(server)
    const watched = await section('Views by category')
    await watched.findByRole('button', { name: 'Game 12 (Nov 14)' })
    expect(await screen.findAllByRole('option', { name: 'Game 12 (Nov 14)' })).toHaveLength(2)
  })

  it('links each game to its audience retention', async () => {
    openReports(server)
    const watched = await section('Views by category')
    fireEvent.click(await watched.findByRole('button', { name: 'Game 13 (Nov 14)' }))
    await waitFor(() => expect(currentPath()).toContain('event=13'))
    await (await section('Audience retention')).findByRole('figure', { name: 'Game 13 (Nov 14)' })
  })
})

describe('audience retention', () => {
  it('shows the most watched game with its moments', async () => {
    openReports(server)
    const { findByText, getByText, findByRole } = await section('Audience retention')
    await findByRole('figure', { name: 'Game 12 (Nov 14)' })
    getByText('Half of 300 views had ended by 1:16:00. 41% reached the end.')
    await findByText('Glove save')
    getByText('20:00–20:24')
    getByText('14 clips')
    getByText('1 clip')
  })

  it('shows the game in the address, even without views in this period', async () => {
    server.on('/api/reports/retention/99', data(aRetention(99, { views: 0, points: [] })))
    openReports(server, `${REPORTS_PATH}&event=99`)
    const { findByText, getByLabelText } = await section('Audience retention')
    await findByText('No one has watched this game yet.')
    expect((getByLabelText('Game') as HTMLSelectElement).selectedOptions[0]?.textContent).toBe(
      'Game 99 (Nov 14)',
    )
  })

  it('shows an error for an unknown game', async () => {
    openReports(server, `${REPORTS_PATH}&event=404`)
    await (await section('Audience retention')).findByText('This game was not found. Choose another game.')
  })

  it('is hidden on a channel without games', async () => {
    openReports(server, REPORTS_PATH, { channel: { categories: [] } })
    await section('Sales')
    expect(screen.queryByRole('heading', { name: 'Audience retention' })).toBeNull()
    expect(screen.queryByLabelText('Game')).toBeNull()
    expect(reportRequests(server, 'by/library')).toHaveLength(1)
  })
})
