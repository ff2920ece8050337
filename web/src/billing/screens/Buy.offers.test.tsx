// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react'
import { configure } from 'mobx'
import { describe, expect, it, vi } from 'vitest'
import { ORDER_POLL_MS } from '@/shared/constants'
import { itemResponse, listResponse } from '@/shared/testing/fakes'
import { aBuyableEvent, anOfferLine, anOrder, aProduct, aTeam, offersResponse } from '../fakes'
import { checkoutStore } from '../stores/CheckoutStore'
import {
  BUY,
  billing,
  EVENT_QUERY,
  findPayButton,
  open,
  press,
  requestsTo,
  server,
} from '../testing/checkoutPage'

configure({ enforceActions: 'always' })

describe('a team pass', () => {
  it('requires a team', async () => {
    open('?package_id=4')
    await findPayButton('Pay $41.49')
    press('Pay $41.49')
    await screen.findByText('Choose a team for this pass.')
    expect(document.activeElement?.textContent).toBe('Team 1')
    press('Team 2')
    press('Pay $41.49')
    await screen.findByText('You’re all set')
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ type: 'package', id: 4, participant_id: 2 })
  })

  it('shows an error if its teams did not load, and is sold once they have', async () => {
    server.on('/api/participants', { status: 502 })
    open('?package_id=4')
    await screen.findByText('Your purchase could not be loaded')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
    server.on('/api/participants', listResponse([aTeam(1), aTeam(2)]))
    press('Try again')
    await screen.findByRole('button', { name: 'Team 2' })
    await findPayButton('Pay $41.49')
  })
})

describe('a completed purchase', () => {
  it.each([
    ['America/Chicago', '2028-05-01T05:00:00Z'],
    ['Asia/Tokyo', '2028-04-30T15:00:00Z'],
  ])('shows its last day in the channel’s time zone: %s', async (time_zone, expires_at) => {
    const product = aProduct({ id: 4, name: 'Team pass', event_id: null, package_id: 4, participant_id: 2 })
    server.on(BUY, itemResponse(anOrder(9, { type: 'package', product, expires_at })))
    open('?package_id=4&participant_id=2', { settings: { time_zone } })
    await findPayButton('Pay $41.49')
    press('Pay $41.49')
    await screen.findByText('You have Team pass until April 30, 2028.')
  })

  it('keeps its own link and title if the page’s address changes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server
      .on(BUY, itemResponse(anOrder(9, { status: 'created' })))
      .on('/api/orders/9', itemResponse(anOrder(9)))
      .on(
        '/api/events/13',
        itemResponse(aBuyableEvent(13, { name: 'Team 3 @ Team 4', event_utc_ts: 1_900_000_000 })),
      )
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByText('Processing payment of $10.74')
    await act(() => billing.resolve(checkoutStore).open('?event_id=13&single_event_package_id=70'))
    await act(() => vi.advanceTimersByTimeAsync(ORDER_POLL_MS))
    await screen.findByText('You’re all set')
    await waitFor(() => expect(billing.resolve(checkoutStore).selection.event?.id).toBe(13))
    expect(screen.getByRole('link', { name: 'Go to the game' }).getAttribute('href')).toBe('/watch/12')
    screen.getByText('You have Team 1 @ Team 2.')
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

  it('starts with its free trial and shows the later charge and its date', async () => {
    server.on('/api/stripe/subscription/start_trial', itemResponse(order))
    open('?subscription_id=2')
    await findPayButton('Start 7-day free trial')
    screen.getByText(
      /^Pay \$0\.00 today\. When your trial ends on .+, pay \$89\.99, then every 12 months until you cancel\.$/,
    )
    press('Start 7-day free trial')
    await screen.findByText('You’re all set')
    screen.getByText(/Your free trial ends on March 14, 2027\. You’ll then be charged \$89\.99/)
    expect(screen.queryByText(/receipt/)).toBeNull()
    screen.getByRole('link', { name: 'Start watching' })
  })

  it('can start without its trial, to use a promo code', async () => {
    open('?subscription_id=2')
    await findPayButton('Start 7-day free trial')
    expect(screen.queryByLabelText('Promo code')).toBeNull()
    press('Use a promo code instead')
    await findPayButton('Pay $89.99')
    screen.getByLabelText('Promo code')
    press('Use the free trial instead')
    await findPayButton('Start 7-day free trial')
  })

  it('always saves the card, so that it can renew', async () => {
    server.on('/api/stripe/list-cards', listResponse([]))
    open('?subscription_id=2')
    await screen.findByText(/Your card is saved so that your subscription can renew/)
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

describe('checkout with nothing to pay', () => {
  it('leads to the passes if the address contains no item', async () => {
    open('?package_id=99')
    await screen.findByText('Nothing to buy here')
    expect(screen.getByRole('link', { name: 'View passes' }).getAttribute('href')).toBe('/packages')
  })

  it('shows that payments are switched off, and sends no request', () => {
    open(EVENT_QUERY, { channel: { payments: null } })
    screen.getByText('Purchases are unavailable')
    expect(server.requests).toEqual([])
  })

  it('shows that the item is already bought, and links to it', async () => {
    server.on(BUY, {
      status: 400,
      json: { code: 'errors.already_bought', params: { type: 'event' }, message: 'No' },
    })
    open(EVENT_QUERY)
    await findPayButton('Pay $10.74')
    press('Pay $10.74')
    await screen.findByRole('heading', { name: 'You already bought this event.' })
    expect(screen.getByRole('link', { name: 'Go to the game' }).getAttribute('href')).toBe('/watch/12')
    press('Choose another pass')
    await findPayButton('Pay $10.74')
  })

  it('leads to a game that is already open, and sells no pass', async () => {
    server.on('/api/offers', offersResponse([anOfferLine({ type: 'subscription', id: 2 })]))
    server.on(
      '/api/events/12',
      itemResponse(aBuyableEvent(12, { has_access: true, access_reason: 'purchased' })),
    )
    open(EVENT_QUERY)
    await screen.findByText('You already have access to this game')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('sells the pass in the address even if its game is already open', async () => {
    server.on(
      '/api/events/12',
      itemResponse(aBuyableEvent(12, { has_access: true, access_reason: 'purchased' })),
    )
    open('?event_id=12&subscription_id=2')
    await screen.findByRole('heading', { name: 'Payment method' })
    expect(screen.queryByText('You already have access to this game')).toBeNull()
  })

  it('does not sell a game that is blocked in the viewer’s region', async () => {
    server.on('/api/events/12', itemResponse(aBuyableEvent(12, { access_reason: 'geo_blocked' })))
    open(EVENT_QUERY)
    await screen.findByText('Not available in your region')
    expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  })

  it('offers to reload a game that did not load', async () => {
    server.on('/api/events/12', { status: 502 })
    open(EVENT_QUERY)
    await screen.findByText('Your purchase could not be loaded')
    server.on('/api/events/12', itemResponse(aBuyableEvent(12)))
    press('Try again')
    await findPayButton('Pay $10.74')
  })
})
