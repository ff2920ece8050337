// @vitest-environment jsdom
import { i18n } from '@lingui/core'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messages as french } from '@/locales/fr.po'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { CatalogProvider } from '../../context'
import { createCatalogStore } from '../../fakes'
import type { ImportPreview, ImportRow } from '../../importApi'
import ScheduleImport from './ScheduleImport'

const PREVIEW = '/api/studio/imports/preview'
const IMPORTS = '/api/studio/imports'
const FEEDS = '/api/studio/feeds'
let server: FakeServer

const aRow = (number: number, changes: Partial<ImportRow> = {}): ImportRow => ({
  row_key: `row-${number}`,
  number,
  label: `Hawks @ Otters ${number}`,
  class: 'new',
  event_key: null,
  starts: '2026-12-01 19:00',
  status: 'scheduled',
  category: 'hockey',
  location: 'barn',
  score: null,
  changes: [],
  ...changes,
})

function aPreview(changes: Partial<ImportPreview> = {}): ImportPreview {
  const rows = changes.rows ?? [aRow(2)]
  const count = (name: string) => rows.filter(row => row.class === name).length
  return {
    version: 'v1',
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ';',
    columns: [{ name: 'Jour', field: 'date', samples: ['06/05/2026'] }],
    skipped: [],
    date_order: 'day_first',
    suggested_date_order: 'month_first',
    date_example: { day_first: '05-06', month_first: '06-05' },
    questions: [],
    problems: [],
    names: [],
    rows,
    counts: {
      new: count('new'),
      changed: count('changed'),
      disagreeing: count('disagreeing'),
      missing: count('missing'),
      unmapped: count('unmapped'),
      unchanged: count('unchanged'),
    },
    labels: { barn: 'The Barn', hockey: 'Hockey' },
    entries: { team: [{ key: 'otters', label: 'Otters' }], location: [], category: [] },
    effects: [],
    sources: [],
    ...changes,
  }
}

/** Open the screen and paste a schedule, for which the server returns a preview. */
async function paste(...previews: ImportPreview[]) {
  server.on(PREVIEW, ...previews.map(data => ({ json: { data } })))
  renderPage(
    <CatalogProvider store={createCatalogStore(server)}>
      <ScheduleImport />
    </CatalogProvider>,
  )
  fireEvent.change(screen.getByLabelText('Or paste the schedule'), { target: { value: 'Équipe' } })
  fireEvent.click(screen.getByRole('button', { name: 'Show preview' }))
}

const bodyOf = (path: string) =>
  server.requests.filter(request => request.path === path).at(-1)?.body as Record<string, unknown>

beforeEach(() => {
  server = new FakeServer()
  server.on(FEEDS, { json: { data: [] } })
})
afterEach(cleanup)

describe('the import of a schedule', () => {
  it('sends the bytes of the text, shows the preview and applies it', async () => {
    await paste(aPreview())
    expect(await screen.findByText('Hawks @ Otters 2')).toBeTruthy()
    expect(bodyOf(PREVIEW)).toMatchObject({ content: 'w4lxdWlwZQ==', source: 'Schedule' })
    expect(screen.getByText('The Barn')).toBeTruthy()
    server.on(IMPORTS, { json: { data: { revision: 7, created: 1, changed: 0 } } })
    fireEvent.click(screen.getByRole('button', { name: 'Import 1 game' }))
    expect(await screen.findByText('The schedule is imported')).toBeTruthy()
    expect(bodyOf(IMPORTS)).toMatchObject({ version: 'v1', choices: [] })
  })

  it('asks for the order of the date before it shows rows', async () => {
    await paste(aPreview({ questions: ['date_order'], date_order: null, rows: [] }), aPreview())
    expect(await screen.findByText('Every number could be a day or a month. Choose the order.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Import/ })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Day first (05-06)' }))
    expect(await screen.findByText('Hawks @ Otters 2')).toBeTruthy()
    expect(bodyOf(PREVIEW).date_order).toBe('day_first')
  })

  it('keeps the studio’s value and missing games unless another choice is made', async () => {
    const change = { field: 'starts', studio: '2026-12-01 18:00', file: '2026-12-01', is_disagreeing: true }
    const rows = [aRow(2, { class: 'disagreeing', changes: [change] }), aRow(0, { class: 'missing' })]
    await paste(aPreview({ rows }))
    expect(
      await screen.findByText(/studio 2026-12-01 18:00, file 2026-12-01, time to be announced/),
    ).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Finish without changes' })).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Import Hawks @ Otters 2'))
    fireEvent.change(screen.getByLabelText('What happens to Hawks @ Otters 0'), {
      target: { value: 'cancel' },
    })
    server.on(IMPORTS, { json: { data: { revision: 7, created: 0, changed: 2 } } })
    fireEvent.click(screen.getByRole('button', { name: 'Import 2 games' }))
    await screen.findByText('The schedule is imported')
    expect(bodyOf(IMPORTS).choices).toEqual([
      { row_key: 'row-2', choice: 'apply' },
      { row_key: 'row-0', choice: 'cancel' },
    ])
  })

  it('names endings in the language of the operator', async () => {
    const change = (studio: string, file: string) => ({ field: 'score', studio, file, is_disagreeing: true })
    const rows = [
      aRow(1, { class: 'disagreeing', changes: [change('3-2', '3-2 (OT)')] }),
      aRow(2, { class: 'disagreeing', changes: [change('2-2 (SO 4-3)', '1-0 (forfeit)')] }),
    ]
    await paste(aPreview({ rows }))
    expect(await screen.findByText(/studio 3-2, file 3-2 \(OT\)/)).toBeTruthy()
    expect(screen.getByText(/studio 2-2 \(SO 4-3\), file 1-0 \(forfeit\)/)).toBeTruthy()
    act(() => i18n.loadAndActivate({ locale: 'fr', messages: french }))
    expect(screen.getByText(/3-2 \(prol\.\)/)).toBeTruthy()
    expect(screen.getByText(/2-2 \(TB 4-3\).*1-0 \(forfait\)/)).toBeTruthy()
  })

  it('asks what an unknown name means, and names the problem of a row', async () => {
    const name = {
      kind: 'team',
      name: 'Westfield',
      scope: 'hockey',
      candidates: [],
      action: null,
      key: '',
    } as const
    const problem = {
      row: 4,
      column: 'Date',
      value: '31/02',
      code: 'date_not_in_calendar',
      message: '',
      is_notice: false,
    }
    await paste(
      aPreview({
        names: [{ ...name, rows: [3] }],
        rows: [aRow(3, { class: 'unmapped' })],
        problems: [problem],
      }),
      aPreview(),
    )
    expect(await screen.findByText('This day does not exist. Check the day and the month.')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Meaning of Westfield'), { target: { value: 'existing:otters' } })
    await screen.findByText('Hawks @ Otters 2')
    expect(bodyOf(PREVIEW).names).toEqual([
      { kind: 'team', name: 'Westfield', scope: 'hockey', action: 'existing', key: 'otters' },
    ])
  })

  it('makes the preview anew if the schedule has changed since', async () => {
    await paste(aPreview(), aPreview({ version: 'v2', rows: [aRow(5)] }))
    server.on(IMPORTS, { status: 409, json: { code: 'errors.import_outdated', message: 'Outdated' } })
    fireEvent.click(await screen.findByRole('button', { name: 'Import 1 game' }))
    expect(await screen.findByText('Hawks @ Otters 5')).toBeTruthy()
    expect(screen.getByText(/The schedule has changed since this preview/)).toBeTruthy()
  })

  it('shows what happens to paid orders, and asks before it affects them', async () => {
    const effect = {
      product: 'Hawks @ Otters',
      effect: 'canceled',
      orders: [4, 5],
      paid: [{ amount: '17.80', currency: 'USD' }],
      emails: 2,
      refundable: [4, 5],
    }
    await paste(aPreview({ effects: [effect] }))
    expect(await screen.findByRole('heading', { name: 'This import affects buyers' })).toBeTruthy()
    expect(screen.getByText('2 buyers get an email.')).toBeTruthy()
    const refusal = { code: 'errors.confirmation_required', message: 'Paid orders', effects: [effect] }
    server.on(IMPORTS, { status: 400, json: refusal })
    fireEvent.click(screen.getByRole('button', { name: 'Import 1 game' }))
    const confirm = await screen.findByRole('button', { name: 'Import anyway' })
    expect(bodyOf(IMPORTS).confirm).toBeUndefined()
    server.on(IMPORTS, { json: { data: { revision: 7, created: 1, changed: 0 } } })
    fireEvent.click(confirm)
    await waitFor(() => expect(bodyOf(IMPORTS)).toMatchObject({ confirm: true, refund: true }))
  })

  it('adds a feed by its address, and imports its first preview', async () => {
    const feed = {
      id: 3,
      name: 'League',
      host: 'league.example.org',
      state: 'new',
      options: null,
      error: null,
    }
    server.on(FEEDS, { json: { data: [{ ...feed, id: 2, name: 'Conference' }] } })
    renderPage(
      <CatalogProvider store={createCatalogStore(server)}>
        <ScheduleImport />
      </CatalogProvider>,
    )
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } })
    type('Address of a feed', 'https://league.example.org/a.ics?token=x')
    type('Name of the feed', 'League')
    expect(await screen.findByText('Conference')).toBeTruthy()
    server.on(FEEDS, { json: { data: feed } })
    server.on(PREVIEW, { json: { data: aPreview() } })
    fireEvent.click(screen.getByRole('button', { name: 'Add feed' }))
    expect(await screen.findByText('Hawks @ Otters 2')).toBeTruthy()
    expect(bodyOf(PREVIEW)).toMatchObject({ feed: 3 })
  })

  it('says why a feed failed and how many rows wait, and checks it again', async () => {
    const error = { code: 'errors.feed_refused', message: 'No', params: { status: 404 } }
    const feed = { id: 3, name: 'League', host: 'x.org', state: 'active', options: {}, error, waiting: 2 }
    server = new FakeServer()
    server.on(FEEDS, { json: { data: [feed] } }, { json: { data: [{ ...feed, error: null, waiting: 0 }] } })
    server.on(`${FEEDS}/3/check`, { json: { data: feed } })
    renderPage(
      <CatalogProvider store={createCatalogStore(server)}>
        <ScheduleImport />
      </CatalogProvider>,
    )
    expect(await screen.findByText('The server refused the address with status 404.')).toBeTruthy()
    expect(screen.getByText(/2 rows wait for you/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Check League now' }))
    await waitFor(() => expect(screen.queryByText(/rows wait for you/)).toBeNull())
  })
})
