// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LockedContent } from '@/shared/contexts/purchaseOptions'
import type { Shell, Viewer } from '@/shared/shell'
import { FakeServer } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../../context'
import {
  aBuyableEvent,
  anOfferLine,
  aPackage,
  aSubscription,
  createBillingStore,
  offersResponse,
} from '../../fakes'
import { toLockedContent } from '../../purchaseOptions'
import { PurchaseOptions } from './PurchaseOptions'

const lockedContent = toLockedContent(aBuyableEvent(12))
const season = aPackage(3, { name: 'Hockey season' })
const team = aPackage(5, { type: 'team', is_team_pass: true })
const yearly = aSubscription(2, { name: 'Network annual' })

let server: FakeServer

interface RenderOptions {
  content?: LockedContent
  channel?: Partial<Shell['channel']>
  viewer?: Partial<Viewer>
  isVisitor?: boolean
}

async function open({ content = lockedContent, channel, viewer, isVisitor = false }: RenderOptions = {}) {
  const onSale = { packages: [season, team], subscriptions: [yearly], ...channel }
  renderPage(
    <BillingProvider store={createBillingStore(server, { channel: onSale, viewer })}>
      <PurchaseOptions content={content} isVisitor={isVisitor} />
    </BillingProvider>,
  )
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
}

const titles = () =>
  screen.getAllByRole('radio').map(radio => radio.closest('label')?.querySelector('strong')?.textContent)
const links = () =>
  screen.getAllByRole('link').map(link => [normalizeSpaces(link.textContent), link.getAttribute('href')])
const normalizeSpaces = (text: string | null) => text?.replaceAll('\u00a0', ' ')

beforeEach(() => {
  server = new FakeServer()
})
afterEach(cleanup)

describe('the purchase options of a locked game', () => {
  it('are three, the single game first, with a link to the others', async () => {
    await open()
    expect(titles()).toEqual(['This game', 'Team 2 team pass', 'Network annual'])
    expect(links()).toEqual([
      ['Buy this game for $10.74', '/buy?event_id=12&single_event_package_id=70'],
      ['View all 5 options', '/select-package/12'],
    ])
  })

  it('have a button that leads to checkout for the selected one', async () => {
    await open()
    fireEvent.click(screen.getByRole('radio', { name: /^Network annual/ }))
    expect(links()[0]).toEqual(['Start 7-day free trial', '/buy?subscription_id=2'])
    fireEvent.click(screen.getByRole('radio', { name: /^Team 2/ }))
    expect(links()[0]).toEqual(['Choose Team 2 team pass', '/buy?package_id=5&participant_id=2'])
  })

  it('show how long the replay is available for the single game', async () => {
    const singleEventPackage = aPackage(70, { type: 'event', days: 30 })
    await open({ channel: { packages: [singleEventPackage] } })
    screen.getByText('Live, plus the replay for 30 days')
    cleanup()
    await open({ content: { ...lockedContent, isOver: true }, channel: { packages: [singleEventPackage] } })
    screen.getByText('Replay for 30 days')
    cleanup()
    await open({ content: { ...lockedContent, isOver: true }, channel: { packages: [] } })
    screen.getByText('Replay access')
  })

  it('need no further page if there are only three', async () => {
    await open({ channel: { packages: [season] } })
    expect(titles()).toEqual(['This game', 'Hockey season', 'Network annual'])
    expect(links()).toHaveLength(1)
  })

  it('show visitors a login link in case they already have a pass', async () => {
    await open({ isVisitor: true, viewer: { id: null } })
    expect(links().at(-1)).toEqual(['Log in', '/login'])
  })

  it('omit a free trial that has been used', async () => {
    await open({ channel: { packages: [] }, viewer: { hasUsedTrial: true } })
    fireEvent.click(screen.getByRole('radio', { name: /^Network annual/ }))
    expect(links()[0]?.[0]).toBe('Choose Network annual')
  })

  it('cannot be bought if payments are switched off', async () => {
    await open({ channel: { packages: [], payments: null } })
    expect(titles()).toEqual(['This game', 'Network annual'])
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('show a message if no pass is on sale', async () => {
    server.on('/api/offers', offersResponse([]))
    await open()
    screen.getByText('No passes are on sale right now. Please check back later.')
    expect(screen.queryByRole('radio')).toBeNull()
  })

  it('are only those that the server sells for the game', async () => {
    const eventLine = anOfferLine({ type: 'event', id: 12, single_event_package_id: 70 })
    server.on('/api/offers', offersResponse([eventLine]))
    await open()
    expect(titles()).toEqual(['This game'])
    expect(server.requests.map(({ query }) => query.event_id)).toEqual(['12'])
  })

  it('omit passes that the viewer already has', async () => {
    server.on(
      '/api/offers',
      offersResponse([anOfferLine({ id: 3, held: true }), anOfferLine({ type: 'subscription', id: 2 })]),
    )
    await open()
    expect(titles()).toEqual(['Network annual'])
  })

  it('can be reloaded if they did not load', async () => {
    server.on('/api/offers', { status: 503 })
    await open()
    await screen.findByText('The passes could not be loaded')
    server.on('/api/offers', offersResponse([anOfferLine({ id: 3 })]))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Hockey season')
  })
})

it('A locked video shows the passes that open the library', async () => {
  const opening = { capabilities: ['vod_media'] }
  const packages = [1, 2, 3].map(id => aPackage(id, { event_categories: [], ...opening }))
  await open({
    content: { ...lockedContent, kind: 'film', event_category_id: null },
    channel: { packages, subscriptions: [aSubscription(2, opening)] },
  })
  expect(titles()).toEqual(['Package 1', 'Package 2', 'Subscription 2'])
  screen.getByText('7-day free trial, the whole library')
  expect(links().at(-1)).toEqual(['View all 4 options', '/packages'])
})
