// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { configure } from 'mobx'
import { StrictMode } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { BillingProvider } from '../context'
import { aBilling, aCard, aGame, anOrder, aPackage, aProduct, aSubscription, aTeam } from '../fakes'
import type { BillingStore } from '../store'
import { checkoutStore } from '../stores/CheckoutStore'
import { aStripe } from '../testing/aStripe'
import Buy from './Buy'

configure({ enforceActions: 'always' })

const BUY = '/api/stripe/buy'
const team = aPackage(4, { name: 'Team pass', type: 'team', is_team_pass: true })
const alone = aPackage(70, { type: 'event', days: 30 })
const yearly = aSubscription(2, { name: 'Network annual' })
const listed = (...data: object[]) => ({ json: { data, meta: { total: data.length } } })
const told = (data: object) => ({ json: { data } })
const off = {
  ...{ code: 'TIPOFF20', base_price: '9.99', service_fee: '0.75' },
  ...{ discount: '2.00', total: '8.74', currency: 'USD' },
}

let server: FakeServer
let stripe: ReturnType<typeof aStripe>
let billing: BillingStore

function open(search: string, { viewer = {}, channel = {} } = {}) {
  const onSale = { packages: [team, alone], subscriptions: [yearly] }
  billing = aBilling(server, { viewer, channel: { ...onSale, ...channel } })
  const page = (
    <StrictMode>
      <BillingProvider store={billing}>
        <Buy />
      </BillingProvider>
    </StrictMode>
  )
  show(page, `/buy${search}`)
}

const GAME = '?event_id=12&single_event_package_id=70'
const asked = (path: string) => server.asked.filter(one => one.path === path)
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))
const choose = (name: RegExp) => fireEvent.click(screen.getByRole('radio', { name }))
const type = (field: string, value: string) =>
  fireEvent.input(screen.getByLabelText(`provider ${field}`), { target: { value } })
const toPay = (name: string | RegExp) => screen.findByRole('button', { name })

// A dialog comes with its first use, and on a busy machine that takes longer than a test waits.
beforeAll(() => import('@/shared/ui/Dialog'))
beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('scrollTo', vi.fn())
  stripe = aStripe()
  stripe.install()
  server = new FakeServer()
    .on('/api/events/12', told(aGame(12)))
    .on('/api/participants', listed(aTeam(1), aTeam(2)))
    .on('/api/stripe/list-cards', listed(aCard('pm_used', { is_default: true })))
    .on('/api/stripe/setup-intent', told({ client_secret: 'seti_1_secret_2' }))
    .on('/api/apply_coupon', told(off))
    .on(BUY, told(anOrder(9)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('the page of a purchase', () => {
  it('tells what is bought, how it is paid, and what it comes to, line by line', async () => {
    open(GAME)
    await toPay('Pay $10.74')
    expect(screen.getAllByRole('radio').map(radio => (radio as HTMLInputElement).checked)).toEqual([
      ...[true, false, false],
      ...[true, false],
    ])
    const order = within(screen.getByRole('complementary', { name: 'Your order' }))
    order.getByText('$9.99')
    order.getByText('$0.75')
    order.getByText('$10.74')
    order.getByText('Today $10.74, once. Nothing renews. The game and its replay are open for 30 days.')
    screen.getByText(/All sales are final/)
  })

  it('pays with the card that was used last, and leads to the game', async () => {
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'You are in' })
    expect(asked(BUY)[0]?.body).toMatchObject({ type: 'event', id: 12, payment_method: 'pm_used' })
    expect(screen.getByRole('link', { name: 'Go to the game' }).getAttribute('href')).toBe('/watch/12')
    expect(screen.getByRole('link', { name: 'See my orders' }).getAttribute('href')).toBe('/profile')
    screen.getByText('A receipt is on its way to maya@example.com.')
    expect(document.activeElement?.textContent).toBe('You are in')
  })

  it('asks nobody to press twice: one press is one order', async () => {
    open(GAME)
    const button = await toPay('Pay $10.74')
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByText('You are in')
    expect(asked(BUY)).toHaveLength(1)
  })

  it('says while it is paid that nobody should leave', async () => {
    server
      .on(BUY, told(anOrder(9, { status: 'created' })))
      .on('/api/orders/9', told(anOrder(9, { status: 'created' })))
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'Paying $10.74' })
    screen.getByText(/Please do not refresh or close this page/)
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    act(() => billing.bring(checkoutStore).payment.reset())
  })
})

describe('a new card', () => {
  beforeEach(() => server.on('/api/stripe/list-cards', listed()))

  async function openAndType(number: string, expiry: string, code: string) {
    open(GAME)
    await screen.findByLabelText('provider cardNumber')
    type('cardNumber', number)
    type('cardExpiry', expiry)
    type('cardCvc', code)
  }

  it('is kept for next time, and pays', async () => {
    await openAndType('42424', '12/30', '123')
    press('Pay $10.74')
    await screen.findByText('You are in')
    expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_2', expect.anything())
    expect(asked(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_kept' })
  })

  it('pays this once where it should not be kept', async () => {
    await openAndType('42424', '12/30', '123')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Save this card for next time' }))
    press('Pay $10.74')
    await screen.findByText('You are in')
    expect(stripe.createPaymentMethod).toHaveBeenCalled()
    expect(asked(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_taken' })
  })

  it('that is not whole says what is missing, below its field, and takes the focus there', async () => {
    await openAndType('42424', '12/30', '1')
    press('Pay $10.74')
    await screen.findByText('The security code is incomplete')
    expect(document.activeElement).toBe(screen.getByLabelText('provider cardCvc'))
    expect(asked(BUY)).toEqual([])
    type('cardCvc', '123')
    expect(screen.queryByText('The security code is incomplete')).toBeNull()
  })

  it('says the provider’s own words about a field', async () => {
    await openAndType('wrong', '12/30', '123')
    screen.getByText('Your cardNumber is invalid.')
  })

  it('has to be typed in, or another chosen', async () => {
    open(GAME)
    await screen.findByLabelText('provider cardNumber')
    press('Pay $10.74')
    await screen.findByText('Please select one of your saved cards or enter new one')
    expect(asked(BUY)).toEqual([])
  })

  it('that the provider refuses leads back to the fields', async () => {
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

  it('waits for the provider’s script, and offers to ask again where that did not come', async () => {
    vi.stubGlobal('Stripe', undefined)
    open(GAME)
    await toPay('Pay $10.74')
    expect(screen.queryByLabelText('provider cardNumber')).toBeNull()
    act(() => document.querySelector('script')?.dispatchEvent(new Event('error')) ?? true)
    await screen.findByText(/The card fields did not load/)
    stripe.install()
    press('Try again')
    await screen.findByLabelText('provider cardNumber')
  })
})

describe('a payment that fails', () => {
  const declined = anOrder(9, { status: 'failed', failure_message: 'Your card was declined.' })

  it('says why in a pop-up, and lets one try another card', async () => {
    server.on(BUY, told(declined))
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    const popup = within(await screen.findByRole('dialog', { name: 'Payment failed' }))
    popup.getByText('Your card was declined.')
    fireEvent.click(popup.getByRole('button', { name: 'Try another card' }))
    await toPay('Pay $10.74')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Visa ending 4242/ }))
  })

  it('says so in words where the provider gave none', async () => {
    server.on(BUY, told({ ...declined, failure_message: null }))
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    const popup = within(await screen.findByRole('dialog'))
    popup.getByText('The payment did not go through.')
  })
})

describe('a card’s bank', () => {
  const asking = anOrder(9, {
    status: 'created',
    payment: { requires_action: true, client_secret: 'pi_1_secret_2' },
  })

  it('that got no answer can be asked again', async () => {
    server.on(BUY, told(asking)).on('/api/orders/9', told(asking)).on('/api/orders/9/pay', told(asking))
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'Your bank asks you to confirm' })
    await waitFor(() => expect(asked('/api/orders/9/pay')).toHaveLength(1))
    server.on('/api/orders/9/pay', told(anOrder(9)))
    press('Open the bank’s question again')
    await screen.findByText('You are in')
    expect(stripe.handleNextAction).toHaveBeenCalledTimes(2)
  })
})

describe('a page that is reloaded in mid-payment', () => {
  it('goes on with the same order', async () => {
    server
      .on(BUY, told(anOrder(9, { status: 'created' })))
      .on('/api/orders/9', told(anOrder(9, { status: 'created' })))
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    await waitFor(() => expect(asked(BUY)).toHaveLength(1))
    await screen.findByText('Paying $10.74')
    act(() => billing.bring(checkoutStore).payment.reset())
    cleanup()
    server.on('/api/orders/9', told(anOrder(9)))
    open(GAME)
    await screen.findByText('You are in')
    expect(asked(BUY)).toHaveLength(1)
  })
})

describe('a promo code', () => {
  it('shows what it takes off, and can be taken back', async () => {
    open(GAME)
    await toPay('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'TIPOFF20' } })
    press('Apply')
    await toPay('Pay $8.74')
    screen.getByText('TIPOFF20 takes $2.00 off')
    screen.getByText('−$2.00')
    press('Remove')
    await toPay('Pay $10.74')
  })

  it('that was typed is applied before anything is paid', async () => {
    open(GAME)
    await toPay('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'TIPOFF20' } })
    press('Pay $10.74')
    await toPay('Pay $8.74')
    expect(asked(BUY)).toEqual([])
  })

  it('that takes all of it off asks for no card', async () => {
    server.on('/api/apply_coupon', told({ ...off, discount: '10.74', total: '0.00' }))
    open(GAME)
    await toPay('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'FREE' } })
    press('Apply')
    await toPay('Pay $0.00')
    expect(screen.queryByText('How you pay')).toBeNull()
    press('Pay $0.00')
    await screen.findByText('You are in')
  })

  it('that is wrong is called invalid', async () => {
    server.on('/api/apply_coupon', { status: 400, json: { message: 'Wrong promo code' } })
    open(GAME)
    await toPay('Pay $10.74')
    fireEvent.change(screen.getByLabelText('Promo code'), { target: { value: 'TIPOF' } })
    press('Apply')
    await screen.findByText('Promo code is invalid')
  })
})

describe('a team pass', () => {
  it('asks whom it is for', async () => {
    open('?package_id=4')
    await toPay('Pay $41.49')
    press('Pay $41.49')
    await screen.findByText('Choose the team that the pass is for.')
    expect(document.activeElement?.textContent).toBe('Team 1')
    press('Team 2')
    press('Pay $41.49')
    await screen.findByText('You are in')
    expect(asked(BUY)[0]?.body).toMatchObject({ type: 'package', id: 4, participant_id: 2 })
  })
})

describe('a subscription', () => {
  const order = anOrder(9, {
    ...{
      type: 'subscription',
      total: '0.00',
      trial_days: 7,
      price: '89.99',
      renews_at: '2027-03-14T12:00:00Z',
    },
    product: aProduct({ id: 2, name: 'Network annual', event_id: null, event_categories: [] }),
  })

  it('begins with its free trial, and says what is charged later, and when', async () => {
    server.on('/api/stripe/subscription/start_trial', told(order))
    open('?subscription_id=2')
    await toPay('Start 7 days free')
    screen.getByText(/^Today \$0\.00\. On .+ \$89\.99, then every 12 months until you stop it\.$/)
    press('Start 7 days free')
    await screen.findByText('You are in')
    screen.getByText(/Your free trial runs until March 14, 2027; then \$89\.99 is charged/)
    expect(screen.queryByText(/receipt/)).toBeNull()
    screen.getByRole('link', { name: 'Start watching' })
  })

  it('may begin without it, for a promo code', async () => {
    open('?subscription_id=2')
    await toPay('Start 7 days free')
    expect(screen.queryByLabelText('Promo code')).toBeNull()
    press('Use a promo code instead of the trial')
    await toPay('Pay $89.99')
    screen.getByLabelText('Promo code')
    press('Take the free trial instead')
    await toPay('Start 7 days free')
  })

  it('saves the card, and says so', async () => {
    server.on('/api/stripe/list-cards', listed())
    open('?subscription_id=2')
    await screen.findByText(/The card is saved, because the subscription renews with it/)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('where there is nothing to pay', () => {
  it('an address that names nothing leads to the passes', async () => {
    open('?package_id=99')
    await screen.findByText('There is nothing to buy here')
    expect(screen.getByRole('link', { name: 'See passes' }).getAttribute('href')).toBe('/packages')
  })

  it('payments that are switched off say so, and nothing is asked', () => {
    open(GAME, { channel: { payments: null } })
    screen.getByText('Nothing can be bought at the moment')
    expect(server.asked).toEqual([])
  })

  it('what was bought already says so in the page’s words, and leads on', async () => {
    server.on(BUY, { status: 400, json: { message: 'You already bought this event.' } })
    open(GAME)
    await toPay('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'You already bought this event.' })
    expect(screen.getByRole('link', { name: 'Go to the game' }).getAttribute('href')).toBe('/watch/12')
    press('Choose something else')
    await toPay('Pay $10.74')
  })

  it('a game that is open already leads to it', async () => {
    server.on('/api/events/12', told(aGame(12, { has_access: true, access_reason: 'purchased' })))
    open(GAME)
    await screen.findByText('You can watch this game already')
  })

  it('a game that may not be watched here is not sold here', async () => {
    server.on('/api/events/12', told(aGame(12, { access_reason: 'geo_blocked' })))
    open(GAME)
    await screen.findByText('Not in your region')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('a game that did not load can be asked for again', async () => {
    server.on('/api/events/12', { status: 502 })
    open(GAME)
    await screen.findByText('What you want to buy did not load')
    server.on('/api/events/12', told(aGame(12)))
    press('Try again')
    await toPay('Pay $10.74')
  })
})

it('Somebody who is offline cannot pay, and is told', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open(GAME)
  const button = await toPay('Pay $10.74')
  screen.getByText('You are offline. You can pay when you are connected again.')
  fireEvent.click(button)
  expect(asked(BUY)).toEqual([])
})

it('Saved cards that did not load can be asked for again, and a new one pays all the same', async () => {
  server.on('/api/stripe/list-cards', { status: 502 })
  open(GAME)
  await screen.findByText('Your saved cards did not load.')
  await screen.findByLabelText('provider cardNumber')
  server.on('/api/stripe/list-cards', listed(aCard('pm_used')))
  press('Try again')
  await screen.findByRole('radio', { name: /Visa ending 4242/ })
  choose(/Visa ending 4242/)
  press('Pay $10.74')
  await screen.findByText('You are in')
})
