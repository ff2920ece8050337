// @vitest-environment jsdom

import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { configure } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { itemResponse, listResponse } from '@/shared/testing/fakes'
import { aBuyableEvent, aCard, anOrder } from '../fakes'
import { checkoutStore } from '../stores/CheckoutStore'
import {
  BUY,
  billing,
  choose,
  discount,
  EVENT_QUERY,
  findPayButton,
  open,
  press,
  requestsTo,
  server,
  stripe,
  typeInto,
} from '../testing/checkoutPage'

configure({ enforceActions: 'always' })

describe('the checkout page', () => {
  it('shows the item, the payment method and each line of the total', async () => {
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    expect(screen.getAllByRole('radio').map(radio => (radio as HTMLInputElement).checked)).toEqual([
      ...[true, false, false],
      ...[true, false, false],
      ...[true, false],
    ])
    const order = within(screen.getByRole('complementary', { name: 'Your order' }))
    order.getByText('$9.99')
    order.getByText('$0.75')
    order.getByText('$10.74')
    order.getByText(
      'Pay $10.74 today. This is a one-time payment. You can watch the game and its replay for 30 days.',
    )
    screen.getByText(/All sales are final/)
  })

  it('shows the refund terms of a gift and of codes, and focuses a missing address', async () => {
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    choose(/^Codes for a group/)
    screen.getByText(/You can cancel codes and get their price back until they are redeemed/)
    choose(/^Buy as a gift/)
    screen.getByText(/You can cancel the gift for a full refund until it is redeemed/)
    expect(screen.queryByText(/All sales are final/)).toBeNull()
    press('Pay $10.74')
    screen.getByText('A valid email address is required')
    expect(document.activeElement).toBe(screen.getByLabelText('Recipient’s email'))
    expect(requestsTo(BUY)).toHaveLength(0)
  })

  it('pays with the default card, and links to the game', async () => {
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'You’re all set' })
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ type: 'event', id: 12, payment_method: 'pm_used' })
    expect(screen.getByRole('link', { name: 'Go to the game' }).getAttribute('href')).toBe('/watch/12')
    expect(screen.getByRole('link', { name: 'View my orders' }).getAttribute('href')).toBe('/profile')
    screen.getByText('We’re sending a receipt to maya@example.com.')
    expect(document.activeElement?.textContent).toBe('You’re all set')
  })

  it('creates one order even if Pay is pressed twice', async () => {
    open(EVENT_QUERY)
    const button = await findPayButton('Pay $10.74')
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByText('You’re all set')
    expect(requestsTo(BUY)).toHaveLength(1)
  })

  it('asks the viewer not to leave while the payment is processed', async () => {
    server
      .on(BUY, itemResponse(anOrder(9, { status: 'created' })))
      .on('/api/orders/9', itemResponse(anOrder(9, { status: 'created' })))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'Processing payment of $10.74' })
    screen.getByText(/Please do not refresh or close this page/)
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    act(() => billing.resolve(checkoutStore).payment.reset())
  })
})

describe('a new card', () => {
  beforeEach(() => server.on('/api/stripe/list-cards', listResponse([])))

  async function openAndType(number: string, expiry: string, code: string) {
    open(EVENT_QUERY)
    await screen.findByLabelText('provider cardNumber')
    typeInto('cardNumber', number)
    typeInto('cardExpiry', expiry)
    typeInto('cardCvc', code)
  }

  it('is saved for next time, and pays', async () => {
    await openAndType('42424', '12/30', '123')
    press('Pay $10.74')
    await screen.findByText('You’re all set')
    expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_2', expect.anything())
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_kept' })
  })

  it('pays once if the viewer does not save it', async () => {
    await openAndType('42424', '12/30', '123')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }))
    press('Pay $10.74')
    await screen.findByText('You’re all set')
    expect(stripe.createPaymentMethod).toHaveBeenCalled()
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_taken' })
  })

  it('shows the missing part below its field and moves the focus there', async () => {
    await openAndType('42424', '12/30', '1')
    press('Pay $10.74')
    await screen.findByText('The security code is incomplete')
    expect(document.activeElement).toBe(screen.getByLabelText('provider cardCvc'))
    expect(requestsTo(BUY)).toEqual([])
    typeInto('cardCvc', '123')
    expect(screen.queryByText('The security code is incomplete')).toBeNull()
  })

  it('shows the provider’s error message below a field', async () => {
    await openAndType('wrong', '12/30', '123')
    screen.getByText('Your cardNumber is invalid.')
  })

  it('must be entered, unless a saved one is chosen', async () => {
    open(EVENT_QUERY)
    await screen.findByLabelText('provider cardNumber')
    press('Pay $10.74')
    await screen.findByText('Please select one of your saved cards or enter new one')
    expect(requestsTo(BUY)).toEqual([])
  })

  it('that the provider declines returns to the card fields', async () => {
    stripe.confirmCardSetup.mockResolvedValue({
      error: { type: 'card_error', message: 'Your card was declined.' },
    })
    await openAndType('42424', '12/30', '123')
    press('Pay $10.74')
    await screen.findByText('Your card was declined.')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pay $10.74' })),
    )
    expect((screen.getByLabelText('provider cardNumber') as HTMLInputElement).value).toBe('42424')
  })

  it('waits for the provider’s script, and can be retried if that fails to load', async () => {
    vi.stubGlobal('Stripe', undefined)
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    expect(screen.queryByLabelText('provider cardNumber')).toBeNull()
    act(() => document.querySelector('script')?.dispatchEvent(new Event('error')) ?? true)
    await screen.findByText(/The card fields could not be loaded/)
    stripe.install()
    press('Try again')
    await screen.findByLabelText('provider cardNumber')
  })
})

describe('a failed payment', () => {
  const declined = anOrder(9, { status: 'failed', failure_message: 'Your card was declined.' })

  it('shows the reason in a dialog, and lets the viewer try another card', async () => {
    server.on(BUY, itemResponse(declined))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    const popup = within(await screen.findByRole('dialog', { name: 'Payment failed' }))
    popup.getByText('Your card was declined.')
    fireEvent.click(popup.getByRole('button', { name: 'Try another card' }))
    await findPayButton('Pay $10.74')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Visa ending in 4242/ }))
  })

  it('shows a default message if the provider sent none', async () => {
    server.on(BUY, itemResponse({ ...declined, failure_message: null }))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    const popup = within(await screen.findByRole('dialog'))
    popup.getByText('The payment did not go through.')
  })
})

it('A changed price is shown with a message, and the next press pays it', async () => {
  const message = 'The price has changed. Check the new total and try again.'
  server
    .on(BUY, { status: 400, json: { code: 'errors.price_changed', message } }, itemResponse(anOrder(9)))
    .on('/api/packages', listResponse([]))
    .on('/api/subscriptions', listResponse([]))
  open(EVENT_QUERY)
  await findPayButton('Pay $10.74')
  server.on('/api/events/12', itemResponse(aBuyableEvent(12, { price: '12.74', base_price: '11.99' })))
  press('Pay $10.74')
  const button = await findPayButton('Pay $12.74')
  screen.getByText(message)
  within(screen.getByRole('complementary', { name: 'Your order' })).getByText('$11.99')
  await waitFor(() => expect(document.activeElement).toBe(button))
  fireEvent.click(button)
  await screen.findByText('You’re all set')
  expect(requestsTo(BUY).map(({ body }) => body?.total)).toEqual(['10.74', '12.74'])
  expect(screen.queryByText(message)).toBeNull()
})

describe('a bank confirmation', () => {
  const pending = anOrder(9, {
    status: 'created',
    payment: { requires_action: true, client_secret: 'pi_1_secret_2' },
  })

  it('without an answer can be opened again', async () => {
    server
      .on(BUY, itemResponse(pending))
      .on('/api/orders/9', itemResponse(pending))
      .on('/api/orders/9/pay', itemResponse(pending))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'Confirm with your bank' })
    await waitFor(() => expect(requestsTo('/api/orders/9/pay')).toHaveLength(1))
    server.on('/api/orders/9/pay', itemResponse(anOrder(9)))
    press('Reopen bank confirmation')
    await screen.findByText('You’re all set')
    expect(stripe.handleNextAction).toHaveBeenCalledTimes(2)
  })

  it('can be skipped by paying the same order with another card', async () => {
    server
      .on(BUY, itemResponse(pending))
      .on('/api/orders/9', itemResponse(pending))
      .on('/api/orders/9/pay', itemResponse(pending))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'Confirm with your bank' })
    await waitFor(() => expect(requestsTo('/api/orders/9/pay')).toHaveLength(1))
    server.on('/api/orders/9/pay', itemResponse(anOrder(9)))
    press('Pay with another card')
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByText('You’re all set')
    expect(requestsTo(BUY)).toHaveLength(1)
    expect(requestsTo('/api/orders/9/pay').at(-1)?.body).toHaveProperty('payment_method')
  })
})

describe('a page reloaded during a payment', () => {
  it('continues with the same order', async () => {
    server
      .on(BUY, itemResponse(anOrder(9, { status: 'created' })))
      .on('/api/orders/9', itemResponse(anOrder(9, { status: 'created' })))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await waitFor(() => expect(requestsTo(BUY)).toHaveLength(1))
    await screen.findByText('Processing payment of $10.74')
    act(() => billing.resolve(checkoutStore).payment.reset())
    cleanup()
    server.on('/api/orders/9', itemResponse(anOrder(9)))
    open(EVENT_QUERY)
    await screen.findByText('You’re all set')
    expect(requestsTo(BUY)).toHaveLength(1)
  })
})

describe('a promo code', () => {
  it('shows its discount, and can be removed', async () => {
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'TIPOFF20' } })
    press('Apply')
    await findPayButton('Pay $8.74')
    screen.getByText('TIPOFF20: $2.00 off')
    screen.getByText('−$2.00')
    press('Remove')
    await findPayButton('Pay $10.74')
  })

  it('that was not applied is applied before payment', async () => {
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'TIPOFF20' } })
    press('Pay $10.74')
    await findPayButton('Pay $8.74')
    expect(requestsTo(BUY)).toEqual([])
  })

  it('that covers the full price needs no card', async () => {
    server.on('/api/apply_coupon', itemResponse({ ...discount, discount: '10.74', total: '0.00' }))
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'FREE' } })
    press('Apply')
    await findPayButton('Pay $0.00')
    expect(screen.queryByText('Payment method')).toBeNull()
    press('Pay $0.00')
    await screen.findByText('You’re all set')
  })

  it('that is wrong shows an error', async () => {
    server.on('/api/apply_coupon', {
      status: 400,
      json: { code: 'errors.promo_code', message: 'Wrong promo code' },
    })
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'TIPOF' } })
    press('Apply')
    await screen.findByText('Promo code is invalid')
  })
})

it('An offline viewer cannot pay and sees why', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open(EVENT_QUERY)
  const button = await findPayButton('Pay $10.74')
  screen.getByText('You’re offline. Reconnect to pay.')
  fireEvent.click(button)
  expect(requestsTo(BUY)).toEqual([])
})

it('Saved cards that did not load can be reloaded, and a new card can pay', async () => {
  server.on('/api/stripe/list-cards', { status: 502 })
  open(EVENT_QUERY)
  await screen.findByText('Your saved cards could not be loaded.')
  await screen.findByLabelText('provider cardNumber')
  server.on('/api/stripe/list-cards', listResponse([aCard('pm_used')]))
  press('Try again')
  await screen.findByRole('radio', { name: /Visa ending in 4242/ })
  choose(/Visa ending in 4242/)
  press('Pay $10.74')
  await screen.findByText('You’re all set')
})
