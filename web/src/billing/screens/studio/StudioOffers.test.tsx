// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../../context'
import { createBillingStore } from '../../fakes'
import type { StudioCoupon, StudioOffer } from '../../studioOffersApi'
import StudioOffers from './StudioOffers'

const OFFERS = '/api/studio/offers'
const NETWORK = '/api/studio/entries/subscriptions/network'
let server: FakeServer

const network: StudioOffer = {
  ...{ kind: 'subscription', key: 'network', name: 'Network', state: 'on_sale', type: null },
  ...{ is_team_pass: false, price: '99.00', currency: 'USD', period: 'annual', days: null, until: null },
  ...{ trial_period: 7, off_season: null, categories: [], capabilities: ['watch'] },
  holders: [
    { price: '89.00', currency: 'USD', holders: 2, renewing: 2 },
    { price: '99.00', currency: 'USD', holders: 3, renewing: 1 },
  ],
}
const entry = {
  ...{ section: 'subscriptions', key: 'network', version: 'v1' },
  value: { key: 'network', name: 'Network', price: { base: 99 }, offer: 'annual', capabilities: ['watch'] },
}
const coupon: StudioCoupon = {
  ...{ code: 'PRESS', state: 'active', percent: '20', amount: null, currency: null, products: [] },
  ...{ limit: 5, limit_each: null, starts_at: null, ends_at: null, redemptions: 2, is_temporary: true },
}

function open(path = '/studio/offers') {
  renderPage(
    <BillingProvider store={createBillingStore(server)}>
      <Routes>
        <Route path="/studio/offers/*" element={<StudioOffers />} />
      </Routes>
      <LocationDisplay />
    </BillingProvider>,
    path,
  )
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => server.requests.filter(request => request.path === path)
const inDialog = async () => within(await screen.findByRole('dialog'))

beforeEach(() => {
  server = new FakeServer()
  server.on(OFFERS, listResponse([network])).on(NETWORK, itemResponse(entry))
})
afterEach(cleanup)

describe('the offers', () => {
  it('show their price, what they open, and their holders', async () => {
    open()
    const row = within(await screen.findByRole('row', { name: /Network/ }))
    expect(row.getByText('All events')).toBeTruthy()
    expect(row.getByText('5')).toBeTruthy()
    expect(row.getByText('3 renew')).toBeTruthy()
    expect(row.getByRole('link', { name: 'Network' }).getAttribute('href')).toBe(
      '/studio/offers/subscription/network',
    )
  })
})

describe('the price of a subscription', () => {
  it('is saved after the operator has read who keeps which price', async () => {
    open('/studio/offers/subscription/network')
    fireEvent.change(await screen.findByLabelText(/Price in/), { target: { value: '129' } })
    await press('Save changes')
    const dialog = await inDialog()
    expect(dialog.getByText(/Running subscriptions keep their price/)).toBeTruthy()
    expect(dialog.getByText('2 subscribers keep paying $89.00 at each renewal')).toBeTruthy()
    expect(dialog.getByText('1 subscriber keeps paying $99.00 at each renewal')).toBeTruthy()
    expect(dialog.getByText(/^2 subscribers do not renew/)).toBeTruthy()
    expect(sent(NETWORK).some(({ body }) => body)).toBe(false)
    fireEvent.click(dialog.getByRole('button', { name: 'Save for new buyers' }))
    await waitFor(() =>
      expect(sent(NETWORK).find(({ body }) => body)?.body).toMatchObject({
        ...{ version: 'v1', confirm: true, refund: false },
        value: { price: { base: '129' }, offer: 'annual' },
      }),
    )
  })
})

describe('a new pass', () => {
  it('gets a key from its name, and shows the sentences of the server beside its fields', async () => {
    const path = '/api/studio/entries/packages/fall-season'
    server.on(path, {
      status: 422,
      json: { code: 'errors.invalid', errors: { 'price.base': ['is not an amount'] } },
    })
    open('/studio/offers/package/_new')
    fireEvent.change(await screen.findByLabelText('Name (English)'), { target: { value: 'Fall season' } })
    fireEvent.change(screen.getByLabelText(/Price in/), { target: { value: 'ten' } })
    await press('Put on sale')
    expect(await screen.findByText('is not an amount')).toBeTruthy()
    expect(sent(path)[0]?.body).toMatchObject({
      version: null,
      value: { key: 'fall-season', type: 'season' },
    })
  })
})

describe('the promo codes', () => {
  it('show their uses, and a temporary one is deactivated here', async () => {
    const path = '/api/studio/coupons'
    const inactive = { ...coupon, state: 'inactive' as const }
    server
      .on(path, listResponse([coupon]), listResponse([inactive]))
      .on(`${path}/PRESS/deactivate`, itemResponse(inactive))
    open('/studio/offers/codes')
    expect(await screen.findByText('2 / 5')).toBeTruthy()
    await press('Deactivate')
    fireEvent.click((await inDialog()).getByRole('button', { name: 'Deactivate' }))
    expect(await screen.findByText('Inactive')).toBeTruthy()
  })

  it('are created with a suggested code', async () => {
    server.byDefault('/api/studio/coupons', () => listResponse([]))
    open('/studio/offers/codes/_new')
    const field = (await screen.findByLabelText('Code')) as HTMLInputElement
    const path = `/api/studio/entries/coupons/${field.value}`
    server.on(path, itemResponse({ ...entry, section: 'coupons', key: field.value }))
    fireEvent.change(screen.getByLabelText('Discount in percent'), { target: { value: '12,5' } })
    await press('Create the code')
    await waitFor(() => expect(currentPath()).toBe('/studio/offers/codes'))
    expect(sent(path)[0]?.body).toMatchObject({ version: null, value: { code: field.value, percent: 12.5 } })
  })
})

describe('the price of an event', () => {
  it('is edited in place', async () => {
    const path = '/api/studio/entries/events/final'
    const event = {
      key: 'final',
      name: 'Final',
      category: '',
      starts_at: '2026-12-01T00:00:00Z',
      price: '8.99',
    }
    const saved = {
      section: 'events',
      key: 'final',
      version: 'v2',
      value: { key: 'final', price: { base: 8.99 } },
    }
    server.on('/api/studio/events', listResponse([event])).on(path, itemResponse(saved))
    open('/studio/offers/events')
    await press(/^Change the price of Final:.*8\.99/)
    const field = screen.getByLabelText(/Price in/)
    await waitFor(() => expect(sent(path)).toHaveLength(1))
    fireEvent.change(field, { target: { value: '9,50' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    await waitFor(() => expect(sent(path)[1]?.body).toMatchObject({ value: { price: { base: '9.50' } } }))
  })
})
