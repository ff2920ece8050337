// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { currentPath, LocationDisplay, renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../../context'
import { anOrder, aPackage, createBillingStore } from '../../fakes'
import type { Transaction } from '../../model'
import type { StudioOrder } from '../../studioOrdersApi'
import StudioOrders from './StudioOrders'

const ORDERS = '/api/studio/orders'
const ORDER = `${ORDERS}/7`
let server: FakeServer

function aStudioOrder(changes: Partial<StudioOrder> = {}): StudioOrder {
  const { payment: _payment, ...order } = anOrder(7, { expires_at: '2027-04-01T05:00:00Z' })
  const charge: Transaction = {
    ...{ id: 2, kind: 'charge', status: 'paid', amount: '10.74', currency: 'USD', label: null, tax: [] },
    ...{ created_at: '2026-11-22T10:00:05Z', receipt_url: null },
  }
  return {
    ...order,
    transactions: [charge],
    viewer: { id: 5, email: 'maya@example.com', name: 'Maya Halvorsen' },
    card_last4: '4242',
    ended_at: null,
    has_payment: true,
    can_extend: true,
    ...changes,
  }
}

function open(path = '/studio/orders') {
  const billing = createBillingStore(server, { channel: { packages: [aPackage(3)] } })
  renderPage(
    <BillingProvider store={billing}>
      <Routes>
        <Route path="/studio/orders/*" element={<StudioOrders />} />
      </Routes>
      <LocationDisplay />
    </BillingProvider>,
    path,
  )
}

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const sent = (path: string) => server.requests.filter(request => request.path === path)
const inDialog = async () => within(await screen.findByRole('dialog'))

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the orders', () => {
  it('are searched with the filters in the address', async () => {
    server.on(ORDERS, listResponse([aStudioOrder()]))
    open('/studio/orders?query=maya%40example.com&status=paid')
    expect(await screen.findByText('Maya Halvorsen')).toBeTruthy()
    expect(screen.getByText('•••• 4242')).toBeTruthy()
    expect(sent(ORDERS)[0]?.query).toMatchObject({ search: 'maya@example.com', status: 'paid' })
    const field = screen.getByRole('searchbox', { name: 'Search orders' })
    fireEvent.change(field, { target: { value: '4242' } })
    await waitFor(() => expect(currentPath()).toBe('/studio/orders?query=4242&status=paid'))
    await waitFor(() => expect(sent(ORDERS).at(-1)?.query).toMatchObject({ search: '4242' }))
  })

  it('are those of one event, until its filter is removed', async () => {
    server.byDefault(ORDERS, () => listResponse([aStudioOrder()]))
    open('/studio/orders?event=12')
    await press('Remove filter One event')
    await waitFor(() => expect(currentPath()).toBe('/studio/orders'))
    expect(sent(ORDERS)[0]?.query).toMatchObject({ event_id: '12' })
    await waitFor(() => expect(sent(ORDERS).at(-1)?.query).not.toHaveProperty('event_id'))
  })

  it('suggest another search if none matches, and can be loaded again after an error', async () => {
    server.on(ORDERS, { status: 500, json: {} }, listResponse([]))
    open('/studio/orders?query=nobody')
    expect(await screen.findByText('The orders could not be loaded')).toBeTruthy()
    await press('Try again')
    expect(await screen.findByText('No order matches')).toBeTruthy()
  })

  it('grow by an order that gives access', async () => {
    server.on(ORDERS, listResponse([]), itemResponse(aStudioOrder())).on(ORDER, itemResponse(aStudioOrder()))
    open('/studio/orders?query=maya%40example.com')
    await press('Give access')
    const dialog = await inDialog()
    fireEvent.change(dialog.getByRole('combobox'), { target: { value: 'package:3' } })
    fireEvent.click(dialog.getByRole('button', { name: 'Give access' }))
    await waitFor(() => expect(currentPath()).toBe('/studio/orders/7'))
    expect(sent(ORDERS).at(-1)?.body).toMatchObject({ email: 'maya@example.com', product: 'package:3' })
  })
})

describe('an order', () => {
  it('shows its viewer, its access and what happened', async () => {
    server.on(ORDER, itemResponse(aStudioOrder()))
    open('/studio/orders/7')
    const viewer = await screen.findByRole('link', { name: /Maya Halvorsen/ })
    expect(viewer.getAttribute('href')).toBe('/studio/viewers/5')
    const titles = within(screen.getByRole('list')).getAllByRole('listitem')
    expect(titles.map(item => item.querySelector('strong')?.textContent)).toEqual([
      'End of access',
      'Payment received',
      'Access started',
      'Order placed',
    ])
  })

  it('is refunded in part with the amount that the operator saw', async () => {
    server
      .on(ORDER, itemResponse(aStudioOrder()))
      .on(`${ORDER}/refund`, itemResponse({ amount: '10.74', currency: 'USD' }), {
        status: 409,
        json: { code: 'errors.refund_outdated', message: 'No' },
      })
    open('/studio/orders/7')
    await press('Refund')
    const dialog = await inDialog()
    expect(await dialog.findByText(/Maya Halvorsen gets \$10.74 back, loses access/)).toBeTruthy()
    fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '4,50' } })
    expect(dialog.getByText(/gets \$4.50 back, keeps access/)).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: 'Refund $4.50' }))
    expect(await dialog.findByText(/it was already refunded/)).toBeTruthy()
    expect(sent(`${ORDER}/refund`).at(-1)?.body).toMatchObject({ amount: '4.50', refundable: '10.74' })
  })

  it('offers nothing to refund or extend once it has ended', async () => {
    const ended = aStudioOrder({ can_extend: false, ended_at: '2026-11-23T10:00:00Z' })
    server.on(ORDER, itemResponse(aStudioOrder())).on(`${ORDER}/revoke`, itemResponse(ended))
    open('/studio/orders/7')
    await press('Revoke access')
    fireEvent.click((await inDialog()).getByRole('button', { name: 'Revoke access' }))
    expect(await screen.findByText('Access ended early')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Revoke access' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Extend' })).toBeNull()
  })
})
