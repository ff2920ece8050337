// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ORDER_POLL_MS } from '@/shared/constants'
import type { Settings } from '@/shared/shell'
import { FakeServer, itemResponse, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import type { BillingStore } from '../BillingStore'
import { BillingProvider } from '../context'
import { aBuyableEvent, aCard, anOrder, aProduct, createBillingStore } from '../fakes'
import type { Order, SavedCard } from '../model'
import Orders from './Orders'

const ORDERS = '/api/orders'
const CARDS = '/api/stripe/list-cards'

/** A monthly subscription that renews on December 2 for $11.99. */
const monthly = (changes: Partial<Order> = {}) =>
  anOrder(7, {
    type: 'subscription',
    auto_renewal: 'active',
    price: '11.99',
    renews_at: '2027-12-02T18:00:00Z',
    expires_at: '2027-12-02T18:00:00Z',
    product: aProduct({
      id: 2,
      name: 'Network monthly',
      event_id: null,
      subscription_id: 2,
      period: 'month',
      capabilities: ['watch', 'vod_media', 'clipping'],
    }),
    ...changes,
  })

let server: FakeServer
let billing: BillingStore

async function open(orders: Order[], cards: SavedCard[] = [], settings: Partial<Settings> = {}) {
  server.on(ORDERS, listResponse(orders)).on(CARDS, itemResponse(cards))
  billing = createBillingStore(server, {
    channel: { categories: [{ id: 1, name: 'Hockey' } as never] },
    settings,
  })
  renderPage(
    <BillingProvider store={billing}>
      <Orders />
    </BillingProvider>,
  )
  await waitFor(() => expect(document.querySelector('[aria-busy=true].stack')).toBeNull())
}

const cardOf = (name: string) =>
  within(screen.getByRole('heading', { level: 3, name }).closest('li') as HTMLElement)
const button = (name: string) => screen.getByRole('button', { name })
const toasts = () => billing.shell.toasts.toasts.map(toast => toast.text)
/** Advance to the next poll and wait for its response. */
const advanceToNextPoll = () => act(() => vi.advanceTimersByTimeAsync(ORDER_POLL_MS))

// The dialog is a lazy chunk. Load it first, because a busy machine may exceed the test timeout.
beforeAll(() =>
  Promise.all([
    import('../components/orders/CancelRenewalDialog'),
    import('../components/orders/RemoveCardDialog'),
  ]),
)
beforeEach(() => {
  server = new FakeServer().on('/api/events/12', itemResponse(aBuyableEvent(12)))
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

describe('an order', () => {
  it('for a game shows that it is paid and when the game starts, and links to it', async () => {
    await open([anOrder(1, { expires_at: '2027-12-21T20:00:00Z' })])
    const card = cardOf('Team 1 @ Team 2')
    card.getByText('Paid')
    await card.findByText('Starts')
    card.getByText('until December 21, 2027')
    expect(card.getByRole('link').getAttribute('href')).toBe('/watch/12')
  })

  it('for a subscription shows its renewal, price and features', async () => {
    await open([monthly()])
    const card = cardOf('Network monthly')
    for (const text of [
      'Active',
      'Auto-Renewal',
      'December 2, 2027, $11.99',
      'Live and replays, library, clips',
    ])
      card.getByText(text)
  })

  it('on trial shows when the trial ends, and the price afterwards', async () => {
    await open([monthly({ trial_days: 7, total: '0.00' })])
    cardOf('Network monthly').getByText(/^until December 2, 2027, then \$11\.99 \/ month$/)
  })

  it('for a team pass shows the team, and links to its games', async () => {
    const product = aProduct({
      name: 'Boys hockey team pass',
      event_id: null,
      package_id: 5,
      participant_id: 2,
      participant_name: 'North Fork',
    })
    server.on('/api/participants', listResponse([]))
    await open([anOrder(1, { type: 'package', product, expires_at: '2028-03-14T12:00:00Z' })])
    const card = cardOf('Boys hockey team pass')
    card.getByText('North Fork')
    card.getByText('March 14, 2028')
    expect(card.getByRole('link').getAttribute('href')).toBe('/schedule?participant_id=2')
  })

  it.each([
    ['America/Chicago', '2028-05-01T05:00:00Z'],
    ['Asia/Tokyo', '2028-04-30T15:00:00Z'],
  ])(
    'that ends at midnight in the channel’s time zone shows the day before: %s',
    async (time_zone, expires_at) => {
      await open([anOrder(1, { expires_at })], [], { time_zone })
      cardOf('Team 1 @ Team 2').getByText('until April 30, 2028')
    },
  )

  it('that has ended appears below the active ones', async () => {
    await open([
      anOrder(1),
      anOrder(2, { status: 'refunded', product: aProduct({ name: 'Goldfield @ Red Butte' }) }),
    ])
    const past = within(screen.getByRole('heading', { name: 'Past orders' }).parentElement as HTMLElement)
    past.getByText('Goldfield @ Red Butte')
    past.getByText('Refunded')
    expect(past.queryByText('Team 1 @ Team 2')).toBeNull()
  })

  it.each<[string, Order]>([
    ['Paid', anOrder(1)],
    ['Active', monthly()],
    ['Inactive', monthly({ activity_status: 'inactive' })],
    ['Refunded', anOrder(1, { status: 'refunded', activity_status: 'canceled' })],
  ])('shows its state: %s', async (word, order) => {
    await open([order])
    const row = screen.getByText(order.product.name).closest('li')
    within(row as HTMLElement).getByText(word)
  })

  it('that is being processed is updated until it is paid', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server.on('/api/orders/1', itemResponse(anOrder(1)))
    await open([anOrder(1, { status: 'created', activity_status: 'inactive' })])
    cardOf('Team 1 @ Team 2').getByText('Pending')
    await advanceToNextPoll()
    await waitFor(() => cardOf('Team 1 @ Team 2').getByText('Paid'))
  })
})

it('An order loaded on a later visit is updated as well', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open([])
  cleanup()
  server
    .on(ORDERS, listResponse([anOrder(1, { status: 'created', activity_status: 'inactive' })]))
    .on('/api/orders/1', itemResponse(anOrder(1)))
  renderPage(
    <BillingProvider store={billing}>
      <Orders />
    </BillingProvider>,
  )
  await waitFor(() => cardOf('Team 1 @ Team 2').getByText('Pending'))
  await advanceToNextPoll()
  await waitFor(() => cardOf('Team 1 @ Team 2').getByText('Paid'))
})

it('An order that waits for the buyer links back to checkout', async () => {
  const payment = { requires_action: true, client_secret: 'secret' }
  await open([anOrder(1, { status: 'created', activity_status: 'inactive', payment })])
  const card = cardOf('Team 1 @ Team 2')
  card.getByText(/^Your bank asked you to confirm/)
  expect(card.getByRole('link').getAttribute('href')).toBe('/buy?event_id=12&single_event_package_id=70')
})

describe('a renewal', () => {
  it('is canceled after confirmation, and shows that it is processing', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server
      .on('/api/stripe/unsubscribe', itemResponse(monthly({ auto_renewal: 'processing' })))
      .on(
        '/api/orders/7',
        itemResponse(monthly({ auto_renewal: 'processing' })),
        itemResponse(monthly({ auto_renewal: 'cancelled' })),
      )
    await open([monthly()])
    fireEvent.click(button('Cancel auto-renewal, Network monthly'))
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Cancel auto-renewal for Network monthly?' }),
    )
    dialog.getByText(/^You can watch until December 2, 2027/)
    expect(server.paths).not.toContain('/api/stripe/unsubscribe')
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel auto-renewal' }))
    await waitFor(() => expect(button('Processing, Network monthly').getAttribute('aria-busy')).toBe('true'))
    expect(screen.queryByRole('dialog')).toBeNull()
    await advanceToNextPoll()
    button('Processing, Network monthly')
    await advanceToNextPoll()
    await waitFor(() => button('Turn on auto-renewal, Network monthly'))
    cardOf('Network monthly').getByText('Auto-Renewal Cancelled')
    expect(toasts()).toEqual(['Auto-renewal canceled for Network monthly'])
    expect(server.requests.find(({ path }) => path.endsWith('unsubscribe'))?.body).toMatchObject({
      order_id: 7,
    })
  })

  it('of a trial is canceled without a charge', async () => {
    await open([monthly({ trial_days: 7 })])
    fireEvent.click(button('Cancel auto-renewal, Network monthly'))
    await screen.findByText('You can watch for free until December 2, 2027. You won’t be charged.')
  })

  it('that could not be canceled shows the reason in the dialog', async () => {
    server.on('/api/stripe/unsubscribe', { status: 400, json: { message: 'Something of the server' } })
    await open([monthly()])
    fireEvent.click(button('Cancel auto-renewal, Network monthly'))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel auto-renewal' }))
    await dialog.findByText('Something of the server')
  })

  it('can be turned on again before the period ends', async () => {
    server.on('/api/stripe/resubscribe', itemResponse(monthly()))
    await open([monthly({ auto_renewal: 'cancelled', renews_at: null })])
    cardOf('Network monthly').getByText('Ends')
    fireEvent.click(button('Turn on auto-renewal, Network monthly'))
    await waitFor(() => button('Cancel auto-renewal, Network monthly'))
    await waitFor(() => expect(toasts()).toEqual(['Auto-renewal is on for Network monthly']))
  })

  it('that failed shows an error and links to the customer portal', async () => {
    const left: string[] = []
    vi.stubGlobal('location', { assign: (url: string) => left.push(url) })
    server.on('/api/stripe/customer-portal', itemResponse({ url: 'https://pay.example/portal' }))
    await open([monthly({ renewal_failed: true })])
    cardOf('Network monthly').getByText(/^We couldn’t renew Network monthly/)
    fireEvent.click(button('Use another card'))
    await waitFor(() => expect(left).toEqual(['https://pay.example/portal']))
  })
})

describe('saved cards', () => {
  const cards = [
    aCard('a', { is_default: true }),
    aCard('b', { brand: 'mastercard', last4: '4444', exp_year: 2020 }),
  ]

  it('show their expiry and which one is the default', async () => {
    await open([], cards)
    await screen.findByText('Visa ending in 4242')
    screen.getByText('Expires 08/28')
    screen.getByText('Default')
    screen.getByText('Expired 08/20')
  })

  it('are removed after confirmation', async () => {
    server.on('/api/stripe/cards/b', { status: 204 })
    await open([], cards)
    fireEvent.click(await screen.findByRole('button', { name: 'Remove, Mastercard ending in 4444' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Mastercard ending in 4444?' }))
    server.on(CARDS, itemResponse(cards.slice(0, 1)))
    fireEvent.click(dialog.getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('Mastercard ending in 4444')).toBeNull())
    expect(toasts()).toEqual(['Mastercard ending in 4444 was removed'])
  })

  it('can be reloaded if they did not load', async () => {
    server.on('/api/orders', listResponse([]))
    await open([])
    await screen.findByText(/^You have no saved cards/)
    server.on(CARDS, { status: 503 })
    cleanup()
    billing.reset()
    renderPage(
      <BillingProvider store={billing}>
        <Orders />
      </BillingProvider>,
    )
    await screen.findByText('Your cards could not be loaded')
    server.on(CARDS, itemResponse(cards))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Visa ending in 4242')
  })
})

describe('the list of orders', () => {
  it('can be shown as a table or grid, and remembers the choice', async () => {
    await open([monthly(), anOrder(1)])
    expect(screen.queryByRole('table')).toBeNull()
    fireEvent.click(button('Table'))
    const rows = screen.getAllByRole('row').map(row => row.textContent)
    expect(rows[1]).toContain('Network monthlyActiveAuto-RenewalRenews: December 2, 2027, $11.99')
    button('Cancel auto-renewal, Network monthly')
    fireEvent.click(button('Grid'))
    expect(document.querySelector('.orders--grid')?.children).toHaveLength(2)
    expect(billing.shell.storage.get('view:orders')).toBe('grid')
  })

  it('links to the passes if it is empty', async () => {
    await open([])
    screen.getByRole('heading', { name: 'No passes yet' })
    expect(screen.getByRole('link', { name: 'View passes' }).getAttribute('href')).toBe('/packages')
  })

  it('can be reloaded if it did not load', async () => {
    server.on(ORDERS, { status: 503 }).on(CARDS, itemResponse([]))
    billing = createBillingStore(server)
    renderPage(
      <BillingProvider store={billing}>
        <Orders />
      </BillingProvider>,
    )
    await screen.findByText('Your orders could not be loaded')
    server.on(ORDERS, listResponse([anOrder(1)]))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('heading', { name: 'Team 1 @ Team 2' })
  })
})
