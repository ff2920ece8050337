// The setup of checkout page tests. Each importing test file gets a new server and payment provider before each test.

import { cleanup, fireEvent, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { BillingStore } from '../BillingStore'
import { BillingProvider } from '../context'
import { aBuyableEvent, aCard, anOrder, aPackage, aSubscription, aTeam, createBillingStore } from '../fakes'
import Buy from '../screens/Buy'
import { createFakeStripe } from './fakeStripe'

export const BUY = '/api/stripe/buy'
const team = aPackage(4, { name: 'Team pass', type: 'team', is_team_pass: true })
const singleEventPackage = aPackage(70, { type: 'event', days: 30 })
const yearly = aSubscription(2, { name: 'Network annual' })
export const discount = {
  ...{ code: 'TIPOFF20', base_price: '9.99', service_fee: '0.75' },
  ...{ discount: '2.00', total: '8.74', currency: 'USD' },
}

/** The server, payment provider and store of the current test. */
export let server: FakeServer
export let stripe: ReturnType<typeof createFakeStripe>
export let billing: BillingStore

/** Render the checkout page with a query string. */
export function open(search: string, { viewer = {}, channel = {}, settings = {} } = {}) {
  const catalog = { packages: [team, singleEventPackage], subscriptions: [yearly] }
  billing = createBillingStore(server, { viewer, channel: { ...catalog, ...channel }, settings })
  const page = (
    <StrictMode>
      <BillingProvider store={billing}>
        <Buy />
      </BillingProvider>
    </StrictMode>
  )
  renderPage(page, `/buy${search}`)
}

export const EVENT_QUERY = '?event_id=12&single_event_package_id=70'
export const requestsTo = (path: string) => server.requests.filter(request => request.path === path)
export const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
export const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
export const typeInto = (field: string, value: string) =>
  fireEvent.input(screen.getByLabelText(`provider ${field}`), { target: { value } })
export const findPayButton = (name: string | RegExp) => screen.findByRole('button', { name })

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() => import('@/shared/ui/Dialog'))
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('scrollTo', vi.fn())
  stripe = createFakeStripe()
  stripe.install()
  server = new FakeServer()
    .on('/api/events/12', itemResponse(aBuyableEvent(12)))
    .on('/api/participants', listResponse([aTeam(1), aTeam(2)]))
    .on('/api/stripe/list-cards', listResponse([aCard('pm_used', { is_default: true })]))
    .on('/api/stripe/setup-intent', itemResponse({ client_secret: 'seti_1_secret_2' }))
    .on('/api/apply_coupon', itemResponse(discount))
    .on(BUY, itemResponse(anOrder(9)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
