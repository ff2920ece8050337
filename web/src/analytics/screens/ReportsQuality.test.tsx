// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { currentPath, FakeResizeObserver, fakeMatchMedia } from '@/shared/testing/page'
import { aLiveReport, aQuality, FROM, TO, withReports } from '../fakes'
import { reportRequests } from '../testing/reportRequests'
import { openReports, REPORTS_PATH, section } from '../testing/reportsPage'

const data = (answer: object) => ({ json: { data: answer } })
let server: FakeServer

beforeAll(() => import('./ReportsPage'))
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  vi.stubGlobal(
    'matchMedia',
    fakeMatchMedia(() => false),
  )
  server = withReports(new FakeServer())
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('playback quality', () => {
  it('shows figures, and marks a decrease in problems as good', async () => {
    openReports(server)
    const { findByText, getByText, getAllByText } = await section('Playback quality')
    await findByText('1.2 sec')
    expect(getAllByText('20% lower', { selector: '.change--good' })).toHaveLength(2)
    getByText('95% within 3.4 sec')
    getByText('8%')
    getByText('1 per hour watched')
    getByText('4.3 Mbps')
    getByText('50% of views started within 1.2 sec, and 95% within 3.4 sec.')
    getByText('Most stalls on Sunday, November 22: 27 stalls.')
  })

  it.each([
    ['viewer', /viewers’ own connections/],
    ['delivery', /your server/],
    ['source', /the encoder/],
    ['unknown', /cause of most problems is unknown/],
  ] as const)('explains what to check when most stalls are on the side %s', async (side, sentence) => {
    server.on(
      '/api/reports/quality',
      data(aQuality({ sides: [{ side, stalls: 4, seconds: 9, failures: 0 }] })),
    )
    openReports(server)
    const { findByText, getByRole } = await section('Playback quality')
    await findByText(sentence)
    expect(getByRole('row', { name: /100%/ }).textContent).toContain('490')
  })

  it('shows a message if there were no problems', async () => {
    const stalls = { views: 0, share: 0, count: 0, seconds: 0, per_hour: 0 }
    server.on('/api/reports/quality', data(aQuality({ stalls, sides: [] })))
    openReports(server)
    const { findByText, getByText } = await section('Playback quality')
    await findByText('No stalls or failures.')
    getByText('No stalls in this period.')
  })

  it('can be shown for one game', async () => {
    openReports(server)
    const choice = await (await section('Playback quality')).findByLabelText('Game')
    await screen.findAllByRole('option', { name: 'Game 13 (Nov 14)' })
    fireEvent.change(choice, { target: { value: '13' } })
    await waitFor(() => expect(reportRequests(server, 'quality').at(-1)).toMatchObject({ thing: 'event:13' }))
    expect(currentPath()).toContain('quality=13')
  })
})

describe('sales', () => {
  it('show amounts in the channel’s currency', async () => {
    openReports(server)
    const { findByText, getByText, getAllByText, getByRole } = await section('Sales')
    await findByText('$301.76')
    expect(getAllByText('vs. $280.00')).toHaveLength(2)
    expect(getByRole('row', { name: /Season pass/ }).textContent).toBe('Season passPass6$240.00$0.00$240.00')
    getByText('Peak on Sunday, November 22: $70.00.')
  })

  it('are shown with the conversion funnel', async () => {
    openReports(server)
    const { findAllByRole } = await section('Conversion')
    const steps = (await findAllByRole('listitem')).map(item => item.textContent)
    expect(steps[0]).toBe('Visited the site900▼ 10% lower')
    expect(steps[1]).toBe('Viewed an offer33% of the previous step300▲ 20% higher')
    expect(steps.at(-1)).toBe('Previous period')
    expect(steps[3]).toBe('Made a purchase35% of the previous step21▲ 5% higher')
  })
})

describe('the live report', () => {
  const tick = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

  it('shows current viewers, and refreshes only while the page is visible', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.on('/api/reports/now', data(aLiveReport()), data(aLiveReport({ viewers: 1 })))
    openReports(server)
    const { findByText } = await section('Right now')
    await findByText('viewers now')
    await findByText('Peak in the last 30 minutes: 44.')
    const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await tick(60_000)
    expect(reportRequests(server, 'now')).toHaveLength(1)
    hidden.mockReturnValue('visible')
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
    await findByText('viewer now')
    await tick(15_000)
    expect(reportRequests(server, 'now')).toHaveLength(3)
  })
})

describe('a CSV download', () => {
  const files: { name: string; content: Promise<string> }[] = []

  beforeEach(() => {
    files.length = 0
    let content = Promise.resolve('')
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => {
          content = blob.text()
          return 'blob:1'
        },
        revokeObjectURL: () => undefined,
      }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      files.push({ name: this.download, content })
    })
  })

  it('contains the figures on the page', async () => {
    openReports(server, `${REPORTS_PATH}&compare=none`)
    const button = await (await section('Sales')).findByRole('button', { name: 'CSV Sales' })
    server.on('/api/reports/sales', { json: 'day', headers: { 'Content-Type': 'text/csv' } })
    fireEvent.click(button)
    await waitFor(() => expect(files).toHaveLength(1))
    expect(files[0]?.name).toBe(`test-sales-${FROM}-${TO}.csv`)
    expect(await files[0]?.content).toContain('day')
    expect(reportRequests(server, 'sales').at(-1)).toEqual({
      from: FROM,
      to: TO,
      compare: 'none',
      format: 'csv',
    })
  })

  it('of a retention curve names the game and no days', async () => {
    openReports(server)
    const stayed = await section('Audience retention')
    const button = await stayed.findByRole('button', { name: /^CSV/ })
    server.on('/api/reports/retention/12', { json: 'position', headers: { 'Content-Type': 'text/csv' } })
    fireEvent.click(button)
    await waitFor(() => expect(files[0]?.name).toBe('test-retention-12.csv'))
    expect(reportRequests(server, 'retention/12').at(-1)).toEqual({ format: 'csv' })
  })

  it('that fails shows an error', async () => {
    const { shell } = openReports(server)
    const sold = await section('Sales')
    const button = await sold.findByRole('button', { name: /^CSV/ })
    server.on('/api/reports/sales', { status: 500, json: {} })
    fireEvent.click(button)
    await waitFor(() => expect(shell.toasts.toasts).toMatchObject([{ type: 'error' }]))
    expect(files).toEqual([])
    expect(button.getAttribute('aria-busy')).toBeNull()
  })
})
