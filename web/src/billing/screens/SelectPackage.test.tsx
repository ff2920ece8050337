// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { Link, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../context'
import {
  aBuyableEvent,
  anOfferLine,
  aPackage,
  aSubscription,
  createBillingStore,
  offersResponse,
} from '../fakes'
import type { BuyableEvent } from '../model'
import SelectPackage from './SelectPackage'

const EVENT = '/api/events/12'
const channel = {
  packages: [
    aPackage(3, { name: 'Hockey season' }),
    aPackage(5, { name: 'Team pass', type: 'team', is_team_pass: true }),
  ],
  subscriptions: [aSubscription(2, { name: 'Network annual' })],
}
let server: FakeServer

function LocationDisplay() {
  return (
    <>
      <output>{useLocation().pathname}</output>
      <Link to="/select-package/12">Another game</Link>
    </>
  )
}

function open(event: Partial<BuyableEvent> | null, path = '/select-package/12') {
  if (event) server.on(EVENT, { json: { data: aBuyableEvent(12, event) } })
  renderPage(
    <BillingProvider store={createBillingStore(server, { channel })}>
      <Routes>
        <Route path="/select-package/:id" element={<SelectPackage />} />
        <Route path="*" element={<LocationDisplay />} />
      </Routes>
    </BillingProvider>,
    path,
  )
}

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the ways to open a game', () => {
  it('are listed with their price and a link to checkout', async () => {
    open({})
    await screen.findByText('Team 1 @ Team 2')
    const rows = screen
      .getAllByRole('listitem')
      .map(row => [...row.children].map(part => part.textContent?.replaceAll('\u00a0', ' ')).join(' | '))
    expect(rows).toEqual([
      'This gameLive, plus the replay | $10.74 | Choose, This game',
      'Team 2 team pass | $41.49 / season | Choose, Team 2 team pass',
      'Team 1 team pass | $41.49 / season | Choose, Team 1 team pass',
      'Hockey season | $41.49 / season | Choose, Hockey season',
      'Network annual7-day free trial, every game | $89.99 / year | Choose, Network annual',
    ])
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/buy?event_id=12&single_event_package_id=70',
      '/buy?package_id=5&participant_id=2',
      '/buy?package_id=5&participant_id=1',
      '/buy?package_id=3',
      '/buy?subscription_id=2',
    ])
  })

  it('show a pass that the viewer has as owned, and do not sell it again', async () => {
    const lines = [anOfferLine({ id: 3, held: true }), anOfferLine({ type: 'subscription', id: 2 })]
    server.on('/api/offers', offersResponse(lines))
    open({})
    await screen.findByText('You already bought this package.')
    expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
      '/vod_library',
      '/buy?subscription_id=2',
    ])
  })

  it('are not offered to a viewer who already has access', async () => {
    open({ has_access: true, access_reason: 'purchased' })
    await screen.findByRole('heading', { name: 'You already have access to this game' })
    const links = screen.getAllByRole('link').map(link => link.getAttribute('href'))
    expect(links).toEqual(['/watch/12', '/buy?event_id=12&gift=1'])
  })

  it('are replaced by a login link if the game is free with an account', async () => {
    server.on('/api/offers', offersResponse([]))
    open({ pass_type: 'register', access_reason: 'login_required' })
    await screen.findByRole('heading', { name: 'Free with an account' })
    expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/login')
  })

  it('are not offered if the game is blocked in the viewer’s region', async () => {
    server.on('/api/offers', offersResponse([]))
    open({ access_reason: 'geo_blocked' })
    await screen.findByText("We're sorry, but this content is not available in your region.")
    expect(screen.queryByRole('link')).toBeNull()
  })
})

it('A pay-per-view game is sold on its own, whatever passes exist', async () => {
  server.on(
    '/api/offers',
    offersResponse([anOfferLine({ type: 'event', id: 12, single_event_package_id: 70 })]),
  )
  open({ pass_type: 'ppv' })
  await screen.findByText('Team 1 @ Team 2')
  expect(screen.getAllByRole('link').map(link => link.getAttribute('href'))).toEqual([
    '/buy?event_id=12&single_event_package_id=70',
  ])
})

describe('an address', () => {
  it.each(['/select-package/hockey', '/select-package/0'])(
    'with an invalid ID leads to /404: %s',
    async path => {
      open(null, path)
      expect((await screen.findByRole('status')).textContent).toBe('/404')
    },
  )

  it('of an unknown game leads to /404', async () => {
    server.on(EVENT, { status: 404 })
    open(null)
    expect((await screen.findByText('/404')).textContent).toBe('/404')
  })

  it('of a known game opens after one of an unknown game', async () => {
    open({}, '/select-package/99')
    fireEvent.click(await screen.findByRole('link', { name: 'Another game' }))
    await screen.findByText('Team 1 @ Team 2')
  })

  it('can be retried if its game did not load', async () => {
    server.on(EVENT, { status: 503 })
    open(null)
    await screen.findByText('The game could not be loaded')
    server.on(EVENT, { json: { data: aBuyableEvent(12) } })
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Team 1 @ Team 2')
  })
})
