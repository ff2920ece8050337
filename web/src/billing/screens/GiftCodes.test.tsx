// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../context'
import { anOrder, createBillingStore } from '../fakes'
import type { Voucher } from '../model'
import GiftCodes from './GiftCodes'

const VOUCHERS = '/api/orders/7/vouchers'

const aVoucher = (number: number, changes: Partial<Voucher> = {}): Voucher => ({
  number,
  code: `ABCD-EFGH-000${number}`,
  link: `https://prairie.example/redeem#ABCD-EFGH-000${number}`,
  qr: null,
  state: 'ready',
  email: null,
  recipient: null,
  message: null,
  send_at: null,
  sent_at: null,
  redeemed_at: null,
  ...changes,
})
const redeemed = aVoucher(2, {
  code: null,
  link: null,
  state: 'redeemed',
  redeemed_at: '2027-11-20T18:00:00Z',
})
const asVouchers = (...vouchers: Voucher[]) => itemResponse({ vouchers })

let server: FakeServer

function open(search: string) {
  renderPage(
    <BillingProvider store={createBillingStore(server)}>
      <GiftCodes />
    </BillingProvider>,
    `/gifts${search}`,
  )
}

beforeEach(() => {
  server = new FakeServer().on(
    '/api/orders/7',
    itemResponse(anOrder(7, { voucher_count: 3, total: '30.00' })),
  )
})
afterEach(cleanup)

it('shows which codes are redeemed, and the code only of those that are not', async () => {
  server.on(VOUCHERS, asVouchers(aVoucher(1), redeemed, aVoucher(3)))
  open('?order=7')
  await screen.findByText('2 not redeemed, 1 redeemed')
  screen.getByText('ABCD-EFGH-0001')
  screen.getByText('Redeemed on November 20, 2027')
  expect(screen.getAllByRole('button', { name: 'Copy' })).toHaveLength(2)
})

it('cancels the last codes first, for their share of the price', async () => {
  const canceled = aVoucher(3, { code: null, state: 'canceled' })
  server
    .on(VOUCHERS, asVouchers(aVoucher(1), redeemed, aVoucher(3)), asVouchers(aVoucher(1), redeemed, canceled))
    .on(`${VOUCHERS}/refund`, itemResponse(anOrder(7)))
  open('?order=7')
  fireEvent.click((await screen.findAllByRole('button', { name: 'Cancel and refund' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Number of codes to cancel'), { target: { value: '1' } })
  dialog.getByText('Refund to the card: $10.00')
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel and refund' }))
  await screen.findByText('1 not redeemed, 1 redeemed')
  expect(server.requests.find(({ path }) => path.endsWith('/refund'))?.body).toMatchObject({ numbers: [3] })
})

it('sends a gift to a corrected address', async () => {
  const sent = aVoucher(1, { state: 'sent', email: 'noor@example.org', sent_at: '2027-11-20T18:00:00Z' })
  server.on(VOUCHERS, asVouchers(aVoucher(1))).on(`${VOUCHERS}/1/send`, asVouchers(sent))
  open('?order=7')
  fireEvent.click(await screen.findByRole('button', { name: 'Send by email' }))
  fireEvent.change(screen.getByLabelText(/^Recipient’s email/), { target: { value: ' noor@example.org ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Send now' }))
  await screen.findByText('Sent to noor@example.org on November 20, 2027')
  expect(server.requests.at(-1)?.body).toMatchObject({ email: 'noor@example.org' })
})

it('of another account or without an order shows that there are no codes', async () => {
  open('')
  screen.getByRole('heading', { name: 'No codes here' })
  expect(server.requests).toEqual([])
  cleanup()
  server
    .on('/api/orders/8', { status: 404, json: { message: 'Not found' } })
    .on('/api/orders/8/vouchers', { status: 404, json: { message: 'Not found' } })
  open('?order=8')
  await waitFor(() => screen.getByRole('heading', { name: 'No codes here' }))
})
