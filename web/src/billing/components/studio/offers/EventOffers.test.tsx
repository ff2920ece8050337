// @vitest-environment jsdom
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { EventOffersProps } from '@/shared/contexts/slots'
import { OpenRoomsProvider } from '@/shared/studio/openRooms'
import { FakeServer, itemResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../../../context'
import { createBillingStore } from '../../../fakes'
import type { EventOffer, EventOffers as Offers } from '../../../studioOffersApi'
import EventOffers from './EventOffers'

const PATH = '/api/studio/events/final/offers'
let server: FakeServer

const anOffer = (changes: Partial<EventOffer> = {}): EventOffer => ({
  ...{ kind: 'package', key: 'season', name: 'Hockey season', state: 'on_sale', is_team_pass: false },
  ...{ price: '41.49', currency: 'USD', period: 'season', days: null, until: '2027-06-30', trial_period: 0 },
  off_season: null,
  ...changes,
})
const single = anOffer({
  kind: 'event',
  key: 'single',
  name: 'Single game',
  period: null,
  until: null,
  days: 7,
})
const network = anOffer({
  kind: 'subscription',
  key: 'network',
  name: 'Network',
  period: 'annual',
  until: null,
  trial_period: 7,
})

function open(
  offers: Partial<Offers> = {},
  props: Partial<EventOffersProps> = {},
  rooms = ['offers'],
  errors: readonly { status: number; json: object }[] = [],
) {
  server.on(
    PATH,
    ...errors,
    itemResponse({ pass_type: 'paid', availability: 'expected', offers: [anOffer()], ...offers }),
  )
  renderPage(
    <BillingProvider store={createBillingStore(server)}>
      <OpenRoomsProvider value={new Set(rooms)}>
        <EventOffers eventKey="final" isForMembers={false} hasPrice={false} isChanged={false} {...props} />
      </OpenRoomsProvider>
    </BillingProvider>,
    '/studio/schedule/final',
  )
}
const textOf = async (name: RegExp) =>
  (await screen.findByRole('row', { name })).textContent?.replaceAll('\u00a0', ' ')
const findText = (text: string | RegExp) => screen.findByText(text)

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the offers that open an event', () => {
  it('show their price, how long they last and whether they are on sale', async () => {
    open({ offers: [single, anOffer({ is_team_pass: true }), network] })
    expect(await textOf(/Single game/)).toBe('Single gameThis event alone$41.49 once7 daysOn sale')
    expect(await textOf(/Hockey season/)).toBe(
      'Hockey seasonFor one of its teams$41.49 / seasonuntil June 30, 2027On sale',
    )
    expect(await textOf(/Network/)).toBe('Network$41.49 / yearwhile it renews7 days of trialOn sale')
    expect(screen.getByText('Viewers can watch with one of these offers.')).toBeTruthy()
  })

  it('link to their pages in the room Offers', async () => {
    open({ offers: [single, network] })
    const links = within(await screen.findByRole('table')).getAllByRole('link')
    expect(links.map(link => link.getAttribute('href'))).toEqual([
      '/studio/offers/package/single',
      '/studio/offers/subscription/network',
    ])
  })

  it('have no links for roles without the room Offers', async () => {
    open({}, {}, ['schedule'])
    expect(await textOf(/Hockey season/)).toContain('$41.49')
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('say why one cannot be bought for this event', async () => {
    open({ offers: [anOffer({ state: 'ended' }), anOffer({ key: 'week', state: 'ends_before' })] })
    expect(await textOf(/Last day is over/)).toContain('Hockey season')
    expect(await textOf(/Ends before the event/)).toContain('Hockey season')
    expect(screen.getByText('Viewers can’t buy any of these offers for this event now.')).toBeTruthy()
  })

  it('load again after an error', async () => {
    open({}, {}, ['offers'], [{ status: 503, json: {} }])
    fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await textOf(/Hockey season/)).toContain('On sale')
  })

  it('are those of the saved event while the form has changes', async () => {
    open({}, { isChanged: true })
    expect(await findText('This shows the saved event. Save your changes to update it.')).toBeTruthy()
  })
})

describe('the sentence about access', () => {
  it.each([
    ['free', false, 'Everyone can watch, even without an account. Nobody has to pay.'],
    ['register', false, 'Everyone with an account can watch. Nobody has to pay.'],
    ['free', true, 'Members of its teams can watch. Nobody has to pay.'],
  ] as const)(
    'says who can watch without paying (access: %s, members only: %s)',
    async (passType, isForMembers, text) => {
      open({ pass_type: passType, offers: [] }, { isForMembers })
      expect(await findText(text)).toBeTruthy()
      expect(screen.queryByRole('table')).toBeNull()
    },
  )

  it.each([
    ['ppv', false, 'Only buyers of this event can watch. Passes do not open it.'],
    ['ppv', true, 'Only members of its teams who buy this event can watch. Passes do not open it.'],
    ['paid', true, 'Members of its teams can watch with one of these offers.'],
  ] as const)(
    'says who can watch by buying (access: %s, members only: %s)',
    async (passType, isForMembers, text) => {
      open({ pass_type: passType, offers: [single] }, { isForMembers })
      expect(await findText(text)).toBeTruthy()
    },
  )

  it.each([
    ['canceled', /is canceled\. Nobody can buy it\./],
    ['postponed', /Nobody can buy it until it has a new date\./],
    ['none', /can watch no recording\. Nobody can buy it\./],
  ] as const)('says that the event cannot be bought (availability: %s)', async (availability, text) => {
    open({ availability, offers: [anOffer({ state: 'unavailable' })] })
    expect(await findText(text)).toBeTruthy()
    expect(await textOf(/Hockey season/)).toContain('Not sold now')
  })

  it('says how to put a paid event on sale if no offer opens it', async () => {
    open({ offers: [] })
    expect(await findText(/no offer opens it\. Nobody can buy this event\./)).toBeTruthy()
    expect(screen.getByText(/Add a pass that includes its category/)).toBeTruthy()
    const link = screen.getByRole('link', { name: 'New pass' })
    expect(link.getAttribute('href')).toBe('/studio/offers/package/_new')
  })

  it('sends roles without the room Offers to an owner if no offer opens the event', async () => {
    open({ pass_type: 'ppv', offers: [] }, { hasPrice: true }, ['schedule'])
    expect(await findText(/An owner of the channel can do this\./)).toBeTruthy()
    expect(screen.getByText(/Add a pass of the type “One event”/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('says that the price of the event is not used if nothing sells it alone', async () => {
    open({ offers: [anOffer()] }, { hasPrice: true })
    expect(await findText(/Its own price is not used/)).toBeTruthy()
    cleanup()
    open({ offers: [single] }, { hasPrice: true })
    expect(await textOf(/Single game/)).toBeTruthy()
    expect(screen.queryByText(/Its own price is not used/)).toBeNull()
  })
})
