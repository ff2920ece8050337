import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { aFunnel, anOverview, FROM, TO, withReports } from '../fakes'
import type { ReportQuery } from '../reportModel'
import { reportRequests } from '../testing/reportRequests'
import { ReportsStore } from './ReportsStore'

configure({ enforceActions: 'always' })

const DAYS: ReportQuery = { from: FROM, to: TO, compare: 'before' }
const YEAR: ReportQuery = { ...DAYS, compare: 'year' }

let server: FakeServer
let store: ReportsStore

beforeEach(() => {
  server = withReports(new FakeServer())
  store = new ReportsStore(createShell(server).api)
})

describe('a report', () => {
  it('is requested for its days and their comparison', async () => {
    await store.overview.load(YEAR)
    expect(reportRequests(server, 'overview')).toEqual([{ from: FROM, to: TO, compare: 'year' }])
    expect(store.overview.value?.totals.minutes).toBe(12_480)
  })

  it('is requested once for the same query, and again for another', async () => {
    await Promise.all([store.funnel.load(DAYS), store.funnel.load({ ...DAYS })])
    await store.funnel.load({ ...DAYS })
    expect(reportRequests(server, 'funnel')).toHaveLength(1)
    await store.funnel.load(YEAR)
    expect(reportRequests(server, 'funnel')).toHaveLength(2)
  })

  it('is requested again in another language if it is shown', async () => {
    await store.overview.load(DAYS)
    store.languageChanged()
    await vi.waitFor(() => expect(reportRequests(server, 'overview')).toHaveLength(2))
    expect(reportRequests(server, 'funnel')).toEqual([])
  })

  it('keeps the last data until new data arrives', async () => {
    await store.overview.load(DAYS)
    const next = store.overview.load(YEAR)
    expect(store.overview).toMatchObject({ isBusy: true, value: anOverview() })
    await next
    expect(store.overview.isBusy).toBe(false)
  })

  it('that failed can be reloaded without the others', async () => {
    server.on('/api/reports/funnel', { status: 503, json: {} }, { json: { data: aFunnel() } })
    await Promise.all([store.funnel.load(DAYS), store.sales.load(DAYS)])
    expect(store.funnel.error).toMatchObject({ status: 503 })
    expect(store.sales.value?.totals.net).toBe('301.76')
    await store.funnel.reload()
    expect(store.funnel).toMatchObject({ error: null, value: aFunnel() })
  })

  it('that failed is requested again when its page is shown again', async () => {
    server.on('/api/reports/funnel', new TypeError('offline'), { json: { data: aFunnel() } })
    await store.funnel.load(DAYS)
    await store.funnel.load({ ...DAYS })
    expect(store.funnel.value).toEqual(aFunnel())
  })

  it('is not reloaded before its first request', async () => {
    await store.live.reload()
    expect(server.requests).toEqual([])
  })
})

it('Quality is requested for all games, or for one', async () => {
  await store.quality.load({ ...DAYS, event: null })
  await store.quality.load({ ...DAYS, event: 12 })
  expect(reportRequests(server, 'quality').map(({ thing }) => thing)).toEqual([undefined, 'event:12'])
})

it('Retention is requested for all days', async () => {
  await store.retention.load(12)
  expect(reportRequests(server, 'retention/12')).toEqual([{}])
})

it('A report downloads as a table with the same query', async () => {
  const headers = { 'Content-Type': 'text/csv; charset=utf-8' }
  server.on('/api/reports/by/team', { json: 'name,minutes', headers })
  const table = await store.table('by/team', YEAR)
  expect(await table.text()).toContain('name,minutes')
  expect(reportRequests(server, 'by/team')).toEqual([{ from: FROM, to: TO, compare: 'year', format: 'csv' }])
})

it('A user who is no longer an operator is forbidden as soon as any report is rejected', async () => {
  expect(store.isForbidden).toBe(false)
  server.on('/api/reports/sales', { status: 403, json: {} })
  await store.sales.load(DAYS)
  expect(store.isForbidden).toBe(true)
})

it('A reset clears the reports, for another viewer or language', async () => {
  await store.overview.load(DAYS)
  store.reset()
  expect(store.overview).toMatchObject({ value: null, query: null })
})
