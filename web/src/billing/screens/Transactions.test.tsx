// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Settings } from '@/shared/shell'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { BillingStore } from '../BillingStore'
import { BillingProvider } from '../context'
import { anOrder, aProduct, createBillingStore } from '../fakes'
import type { Order, Transaction } from '../model'
import Transactions from './Transactions'

const ORDERS = '/api/orders'
const RECEIPT = '/api/orders/7/transactions/2/receipt'
let server: FakeServer
let billing: BillingStore

const createTransaction = (id: number, day: number, changes: Partial<Transaction> = {}): Transaction => ({
  id,
  kind: 'charge',
  status: 'paid',
  amount: '11.99',
  currency: 'USD',
  label: null,
  tax: [],
  created_at: `2026-11-${String(day).padStart(2, '0')}T18:00:00Z`,
  receipt_url: null,
  ...changes,
})

const monthly = anOrder(7, {
  type: 'subscription',
  product: aProduct({ name: 'Network monthly', event_id: null, subscription_id: 2 }),
  transactions: [
    createTransaction(2, 12, { label: 'Subscription Renewal', receipt_url: RECEIPT }),
    createTransaction(1, 2, { label: 'New subscription' }),
  ],
})

async function open(orders: Order[], settings: Partial<Settings> = {}) {
  server.on(ORDERS, { json: { data: orders, meta: { total: orders.length, limit: 20, offset: 0 } } })
  billing = createBillingStore(server, { settings })
  renderPage(
    <BillingProvider store={billing}>
      <Transactions />
    </BillingProvider>,
  )
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
}

const rows = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(row => [...row.children].map(cell => cell.textContent).join(' | '))
const toasts = () => billing.shell.toasts.toasts.map(toast => toast.text)

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the transactions', () => {
  it('are listed for all orders, newest first: item, date, kind, status and amount', async () => {
    await open([
      anOrder(1, {
        product: aProduct({ name: 'Goldfield @ Red Butte' }),
        transactions: [
          createTransaction(5, 18, { amount: '9.99' }),
          createTransaction(6, 19, { amount: '9.99', kind: 'refund' }),
          createTransaction(4, 17, { amount: '9.99', status: 'failed' }),
        ],
      }),
      monthly,
    ])
    expect(rows()).toEqual([
      'Goldfield @ Red Butte | Nov 19, 2026 | Refund | Refunded | −$9.99 | ',
      'Goldfield @ Red Butte | Nov 18, 2026 | Single game | Paid | $9.99 | ',
      'Goldfield @ Red Butte | Nov 17, 2026 | Single game | Failed | $9.99 | ',
      'Network monthly | Nov 12, 2026 | Subscription Renewal | Paid | $11.99 | Receipt Network monthly, Nov 12, 2026',
      'Network monthly | Nov 2, 2026 | New subscription | Paid | $11.99 | ',
    ])
  })

  it.each([
    ['America/Chicago', '2026-11-19T02:00:00Z'],
    ['Asia/Tokyo', '2026-11-17T20:00:00Z'],
  ])('have the date of their receipts, in the channel’s time zone: %s', async (time_zone, created_at) => {
    await open([anOrder(1, { transactions: [createTransaction(1, 18, { created_at })] })], { time_zone })
    expect(rows()[0]).toContain('Nov 18, 2026')
  })

  it('show the team of a pass', async () => {
    const product = aProduct({
      name: 'Hockey team pass',
      event_id: null,
      participant_id: 2,
      participant_name: 'North Fork',
    })
    await open([anOrder(1, { type: 'package', product, transactions: [createTransaction(1, 2)] })])
    expect(rows()[0]).toContain('Hockey team pass, North Fork | Nov 2, 2026 | Team pass')
  })

  it('load all orders at once, because a renewal may be newer than any order', async () => {
    await open([monthly])
    expect(server.requests[0]?.query.no_limit).toBe('1')
  })

  it('link to the passes if there are none', async () => {
    await open([anOrder(1, { status: 'failed' })])
    screen.getByRole('heading', { name: 'No payments yet' })
    expect(screen.getByRole('link').getAttribute('href')).toBe('/packages')
  })

  it('can be reloaded if they did not load', async () => {
    server.on(ORDERS, { status: 503 })
    renderPage(
      <BillingProvider store={createBillingStore(server)}>
        <Transactions />
      </BillingProvider>,
    )
    await screen.findByText('Your transactions could not be loaded')
    server.on(ORDERS, { json: { data: [monthly], meta: { total: 1, limit: 20, offset: 0 } } })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(rows()).toHaveLength(2))
  })
})

describe('a receipt', () => {
  const press = () => fireEvent.click(screen.getByRole('button', { name: /^Receipt/ }))

  it('is saved from a blob URL, without an API key in the page', async () => {
    server.on(RECEIPT, { headers: { 'Content-Type': 'application/pdf' }, json: 'pdf' })
    const saved: string[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
    )
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.getAttribute('href')} ${this.download}`)
    })
    await open([monthly])
    press()
    await waitFor(() => expect(saved).toEqual(['blob:1 test-receipt-7-2.pdf']))
    expect(document.body.innerHTML).not.toContain('api_key')
  })

  it('shows an error if it does not load', async () => {
    server.on(RECEIPT, { status: 503 })
    await open([monthly])
    press()
    await waitFor(() => expect(toasts()).toHaveLength(1))
  })
})
