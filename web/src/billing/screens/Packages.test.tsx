// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Shell, Viewer } from '@/shared/shell'
import { FakeServer, listResponse } from '@/shared/testing/fakes'
import { renderPage } from '@/shared/testing/page'
import { BillingProvider } from '../context'
import { anOfferLine, aPackage, aSubscription, aTeam, createBillingStore, offersResponse } from '../fakes'
import Packages from './Packages'

const TEAMS = '/api/participants'
const OFFERS = '/api/offers'
const category = (id: number, name: string) => ({ id, name }) as Shell['channel']['categories'][number]
const teamPass = aPackage(5, { name: 'Team pass', type: 'team', is_team_pass: true })
const season = aPackage(3, { name: 'Hockey season', features: ['Replays until June 30'] })
const yearly = aSubscription(2, { name: 'Network annual', recommended: true })

let server: FakeServer

interface RenderOptions {
  channel?: Partial<Shell['channel']>
  viewer?: Partial<Viewer>
}

function open({ channel, viewer }: RenderOptions = {}) {
  const billing = createBillingStore(server, {
    channel: {
      categories: [category(1, 'Boys hockey')],
      packages: [season, teamPass],
      subscriptions: [yearly],
      ...channel,
    },
    viewer,
  })
  renderPage(
    <BillingProvider store={billing}>
      <Packages />
    </BillingProvider>,
  )
  return billing.shell.telemetry
}

const planOf = (name: string) =>
  within(screen.getByRole('heading', { level: 2, name }).closest('article') as HTMLElement)
const linkPaths = (links: HTMLElement[]) => links.map(link => link.getAttribute('href'))

beforeEach(() => {
  server = new FakeServer().on(TEAMS, listResponse([1, 2, 3, 4, 5, 6, 7].map(id => aTeam(id))))
})
afterEach(cleanup)

describe('a plan', () => {
  it('is tracked when it is shown and when it is selected', async () => {
    const listener = vi.fn()
    open().listen(listener)
    fireEvent.click(await planOf('Network annual').findByRole('link'))
    const offers = [
      { type: 'subscription', id: 2, name: 'Network annual', price: yearly.price, currency: 'USD' },
      { type: 'package', id: 3, name: 'Hockey season', price: season.price, currency: 'USD' },
    ]
    expect(listener.mock.calls.map(([{ name, payload }]) => ({ name, payload }))).toEqual([
      { name: 'list', payload: { list: 'passes', items: offers } },
      { name: 'select', payload: { list: 'passes', items: [offers[0]] } },
    ])
  })

  it('shows its price and renewal, and links to its trial', async () => {
    open()
    const plan = planOf('Network annual')
    plan.getByText('$89.99')
    plan.getByText(/^per year, about \$7\.50 per month$/)
    plan.getByText('7-day free trial')
    const link = await plan.findByRole('link', { name: 'Start 7-day free trial, Network annual' })
    expect(link.getAttribute('href')).toBe('/buy?subscription_id=2')
  })

  it('shows how many clips and downloads it includes if they are limited', async () => {
    const limited = { ...season, limits: { clips: 50, downloads: 1 } }
    const unlimited = { ...yearly, limits: { clips: null, downloads: null } }
    open({ channel: { packages: [limited], subscriptions: [unlimited] } })
    planOf('Hockey season').getByText('50 clips, 1 download')
    expect(planOf('Network annual').queryByText(/clip|download/)).toBeNull()
  })

  it('offers no trial after a used one', async () => {
    open({ viewer: { hasUsedTrial: true } })
    const plan = planOf('Network annual')
    await plan.findByRole('link', { name: 'Choose, Network annual' })
    expect(plan.queryByText(/free trial/)).toBeNull()
  })

  it('is offered with its trial to visitors', async () => {
    open({ viewer: { id: null } })
    await planOf('Network annual').findByRole('link', { name: 'Start 7-day free trial, Network annual' })
  })

  it('for a season is paid once, and shows its access period', async () => {
    open()
    const plan = planOf('Hockey season')
    plan.getByText('per season, no renewal')
    plan.getByText('Replays until June 30')
    expect(linkPaths([await plan.findByRole('link')])).toEqual(['/buy?package_id=3'])
  })

  it('that the viewer already has links to watching', async () => {
    server.on(OFFERS, offersResponse([anOfferLine({ type: 'subscription', id: 2, held: true })]))
    open()
    const plan = planOf('Network annual')
    await plan.findByText('You already bought this subscription.')
    expect(linkPaths(plan.getAllByRole('link'))).toEqual(['/'])
    expect(plan.queryByText(/free trial/)).toBeNull()
  })

  it('cannot be bought until the viewer’s purchases are known', async () => {
    open()
    expect(planOf('Hockey season').queryByRole('link')).toBeNull()
    await planOf('Hockey season').findByRole('link')
  })

  it('is not offered if the offers did not load, until the viewer retries', async () => {
    server.on(OFFERS, { status: 503 })
    open()
    await screen.findByText('The passes could not be loaded')
    expect(screen.queryByRole('link', { name: /^Choose/ })).toBeNull()
    server.on(OFFERS, offersResponse([anOfferLine({ id: 3 })]))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await planOf('Hockey season').findByRole('link', { name: 'Choose, Hockey season' })
  })

  it.each([
    ['an ended season', [anOfferLine({ type: 'subscription', id: 2 })], ['Network annual']],
    ['a subscription that opens nothing', [anOfferLine({ id: 3 })], ['Hockey season']],
    ['another subscription with its number', [anOfferLine({ type: 'subscription', id: 3 })], []],
  ])('that the server does not sell is hidden: %s', async (_, lines, shown) => {
    server.on(OFFERS, offersResponse(lines))
    open()
    await waitFor(() =>
      expect(screen.queryAllByRole('article').map(card => card.querySelector('h2')?.textContent)).toEqual(
        shown,
      ),
    )
    expect(screen.queryByText('Team passes')).toBeNull()
    expect(screen.queryByRole('columnheader', { name: 'Team pass' })).toBeNull()
  })

  it('cannot be bought if payments are switched off', async () => {
    open({ channel: { payments: null } })
    screen.getByText('Purchases are unavailable right now. Please check back later.')
    await waitFor(() => expect(server.paths).toContain(OFFERS))
    expect(planOf('Hockey season').queryByRole('link')).toBeNull()
  })
})

describe('team passes', () => {
  it('show a card for each team with a link to checkout', async () => {
    open()
    const card = within((await screen.findByText('Team 2')).closest('article') as HTMLElement)
    card.getByText('Boys hockey')
    const link = await card.findByRole('link', { name: 'Choose, Team 2, Boys hockey' })
    expect(link.getAttribute('href')).toBe('/buy?package_id=5&participant_id=2')
  })

  it('show a few teams first, and all of them on request', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'View all 7 teams' }))
    expect(screen.getAllByRole('link', { name: /^Choose, Team/ })).toHaveLength(7)
    expect(screen.queryByRole('button', { name: /View all/ })).toBeNull()
  })

  it('that the viewer has are marked, for that team only', async () => {
    const lines = [2, 3].map(team => anOfferLine({ id: 5, participant_id: team, held: team === 2 }))
    server.on(OFFERS, offersResponse(lines))
    open()
    await screen.findByText('You already bought this package.')
    const card = within(screen.getByText('Team 2').closest('article') as HTMLElement)
    expect(linkPaths(card.getAllByRole('link'))).toEqual(['/schedule?participant_id=2'])
    screen.getByRole('link', { name: 'Choose, Team 3, Boys hockey' })
    expect(screen.queryByText('Team 4')).toBeNull()
  })

  it('can be reloaded if they did not load', async () => {
    server.on(TEAMS, { status: 503 })
    open()
    await screen.findByText('The teams could not be loaded')
    server.on(TEAMS, listResponse([aTeam(1)]))
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Team 1')
  })

  it('are not requested if none are on sale', async () => {
    open({ channel: { packages: [season] } })
    await planOf('Hockey season').findByRole('link')
    expect(screen.queryByText('Team passes')).toBeNull()
    expect(server.paths).not.toContain(TEAMS)
  })
})

describe('the comparison table', () => {
  const rows = () =>
    screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent).join(' | '))

  it('is built from the offers on sale', () => {
    const opening = { capabilities: ['watch', 'vod_media', 'no_ads'] }
    open({
      channel: {
        packages: [season, teamPass, aPackage(70, { type: 'event', days: 30 })],
        subscriptions: [aSubscription(2, opening)],
      },
    })
    expect(rows()).toEqual([
      'Features | Single game | Team pass | Hockey season | Annual',
      'Live games | yes | yes | yes | yes',
      'Replays | 30 days | yes | yes | yes',
      'On-demand library | no | no | no | yes',
      'No ads | no | no | no | yes',
    ])
  })

  it('uses the names of two subscriptions with the same period', () => {
    open({ channel: { packages: [], subscriptions: [yearly, aSubscription(4, { name: 'Studio annual' })] } })
    expect(rows()[0]).toBe('Features | Network annual | Studio annual')
  })

  it('omits games on a channel without games', () => {
    const opening = { capabilities: ['watch', 'vod_media'] }
    open({
      channel: {
        categories: [],
        packages: [aPackage(1, opening)],
        subscriptions: [aSubscription(2, opening)],
      },
    })
    expect(rows().map(row => row.split(' | ')[0])).toEqual(['Features', 'On-demand library'])
  })
})

it('A viewer who can buy nothing sees that no pass is on sale', async () => {
  server.on(OFFERS, offersResponse([]))
  open()
  await screen.findByRole('heading', { name: 'No passes on sale' })
  expect(screen.queryByText('Hockey season')).toBeNull()
  expect(screen.queryByRole('table')).toBeNull()
})

it('A channel without offers shows a message and links to watching', () => {
  open({ channel: { packages: [], subscriptions: [] } })
  screen.getByRole('heading', { name: 'No passes on sale' })
  expect(linkPaths(screen.getAllByRole('link'))).toEqual(['/'])
})
