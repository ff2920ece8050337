import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { aShell } from '@/shared/testing/shell'
import type { Question } from '../reports'
import { aFunnel, anOverview, FROM, TO, withReports } from '../reportsFakes'
import { askedOf } from '../testing/asked'
import { ReportsStore } from './ReportsStore'

configure({ enforceActions: 'always' })

const DAYS: Question = { from: FROM, to: TO, compare: 'before' }
const YEAR: Question = { ...DAYS, compare: 'year' }

let server: FakeServer
let store: ReportsStore

beforeEach(() => {
  server = withReports(new FakeServer())
  store = new ReportsStore(aShell(server).api)
})

describe('a report', () => {
  it('is asked for its days and what they are held against', async () => {
    await store.overview.show(YEAR)
    expect(askedOf(server, 'overview')).toEqual([{ from: FROM, to: TO, compare: 'year' }])
    expect(store.overview.value?.totals.minutes).toBe(12_480)
  })

  it('is asked once about the same, and again about something else', async () => {
    await Promise.all([store.funnel.show(DAYS), store.funnel.show({ ...DAYS })])
    await store.funnel.show({ ...DAYS })
    expect(askedOf(server, 'funnel')).toHaveLength(1)
    await store.funnel.show(YEAR)
    expect(askedOf(server, 'funnel')).toHaveLength(2)
  })

  it('is asked again in another language, if it is shown', async () => {
    await store.overview.show(DAYS)
    store.languageChanged()
    await vi.waitFor(() => expect(askedOf(server, 'overview')).toHaveLength(2))
    expect(askedOf(server, 'funnel')).toEqual([])
  })

  it('keeps the last answer until the next one is there', async () => {
    await store.overview.show(DAYS)
    const next = store.overview.show(YEAR)
    expect(store.overview).toMatchObject({ busy: true, value: anOverview() })
    await next
    expect(store.overview.busy).toBe(false)
  })

  it('that failed leaves the others, and is asked again', async () => {
    server.on('/api/reports/funnel', { status: 503, json: {} }, { json: { data: aFunnel() } })
    await Promise.all([store.funnel.show(DAYS), store.sales.show(DAYS)])
    expect(store.funnel.error).toMatchObject({ status: 503 })
    expect(store.sales.value?.totals.net).toBe('301.76')
    await store.funnel.again()
    expect(store.funnel).toMatchObject({ error: null, value: aFunnel() })
  })

  it('that failed is asked again when its page is shown again', async () => {
    server.on('/api/reports/funnel', new TypeError('offline'), { json: { data: aFunnel() } })
    await store.funnel.show(DAYS)
    await store.funnel.show({ ...DAYS })
    expect(store.funnel.value).toEqual(aFunnel())
  })

  it('is not asked again before it was asked', async () => {
    await store.now.again()
    expect(server.asked).toEqual([])
  })
})

it('Quality is told of all, or of one game', async () => {
  await store.quality.show({ ...DAYS, event: null })
  await store.quality.show({ ...DAYS, event: 12 })
  expect(askedOf(server, 'quality').map(({ thing }) => thing)).toEqual([undefined, 'event:12'])
})

it('Retention is told of all days', async () => {
  await store.retention.show(12)
  expect(askedOf(server, 'retention/12')).toEqual([{}])
})

it('A report is taken away as a table, with the same question', async () => {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8' }
  server.on('/api/reports/by/team', { json: 'name,minutes', headers })
  const table = await store.table('by/team', YEAR)
  expect(await table.text()).toContain('name,minutes')
  expect(askedOf(server, 'by/team')).toEqual([{ from: FROM, to: TO, compare: 'year', format: 'csv' }])
})

it('Whoever is no operator any more is known by any report', async () => {
  expect(store.refused).toBe(false)
  server.on('/api/reports/sales', { status: 403, json: {} })
  await store.sales.show(DAYS)
  expect(store.refused).toBe(true)
})

it('Another viewer, or another language, begins without figures', async () => {
  await store.overview.show(DAYS)
  store.reset()
  expect(store.overview).toMatchObject({ value: null, asked: null })
})
