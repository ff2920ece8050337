import { configure } from 'mobx'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { createShell } from '@/shared/testing/shell'
import { SponsorsApi } from '../sponsorsApi'
import { aReport, aSponsor, PERIOD } from '../testing/sponsorFakes'
import { LinkedSponsorReportStore } from './LinkedSponsorReportStore'
import { SponsorsStore } from './SponsorsStore'

configure({ enforceActions: 'always' })

const FEED = '/api/studio/sponsors/feed'
const LINK = { id: 7, label: 'Mia', created_at: '2026-11-21T18:00:00Z', expires_at: '2026-12-21T18:00:00Z' }
const NEW_LINK = { ...LINK, url: 'https://prairie.example.com/sponsor-report#token' }

let server: FakeServer
let store: SponsorsStore

beforeEach(() => {
  server = new FakeServer()
  store = new SponsorsStore(new SponsorsApi(createShell(server).api))
})

describe('the reports of sponsors', () => {
  it('do not show the report of one sponsor on the page of another', async () => {
    server.on(FEED, itemResponse(aReport()))
    server.on('/api/studio/sponsors/bank', itemResponse(aReport({ sponsor: aSponsor({ key: 'bank' }) })))
    await store.loadReport('feed', PERIOD)
    const loading = store.loadReport('bank', PERIOD)
    expect(store.report.value).toBeNull()
    await loading
    expect(store.report.value?.sponsor.key).toBe('bank')
  })

  it('keep the report while another period loads', async () => {
    server.on(FEED, itemResponse(aReport()))
    await store.loadReport('feed', PERIOD)
    const loading = store.loadReport('feed', { ...PERIOD, from: PERIOD.to })
    expect(store.report.value).not.toBeNull()
    await loading
    expect(server.requests.at(-1)?.query).toMatchObject({ from: PERIOD.to, to: PERIOD.to })
  })

  it('show the address of a new link until it is revoked', async () => {
    server.on(`${FEED}/links`, itemResponse(NEW_LINK, 201), itemResponse([LINK]), itemResponse([]))
    server.on(`${FEED}/links/7`, { status: 204 })
    store.linkForm.change('label', 'Mia')
    expect(await store.createLink('feed')).toBe(true)
    expect(server.requests[0]?.body).toMatchObject({ label: 'Mia', days: 90 })
    expect(store.created?.url).toBe(NEW_LINK.url)
    expect(store.linkForm.values.label).toBe('')
    expect(store.links.value).toEqual([LINK])
    expect(await store.revokeLink('feed', 7)).toBe(true)
    expect(store.created).toBeNull()
    expect(store.links.value).toEqual([])
  })

  it('keep the form of a link that was refused', async () => {
    const refusal = { status: 400, code: 'errors.sponsor_links_full', message: 'No' }
    server.on(`${FEED}/links`, { status: 400, json: refusal })
    store.linkForm.change('label', 'Mia')
    expect(await store.createLink('feed')).toBe(false)
    expect(store.created).toBeNull()
    expect(store.linkForm.values.label).toBe('Mia')
  })

  it('open with the token of a link', async () => {
    server.on('/api/sponsor-reports/show', itemResponse(aReport()))
    const linked = new LinkedSponsorReportStore(new SponsorsApi(createShell(server).api))
    await linked.load('token', PERIOD)
    expect(server.requests[0]?.body).toMatchObject({ token: 'token', ...PERIOD })
    expect(linked.report.value?.totals.impressions).toBe(40)
    linked.reset()
    expect(linked.report.value).toBeNull()
  })
})
