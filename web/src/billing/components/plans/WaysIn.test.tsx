// @vitest-environment jsdom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { Shell, Viewer } from '@/shared/shell'
import { FakeServer } from '@/shared/testing/fakes'
import { show } from '@/shared/testing/page'
import { BillingProvider } from '../../context'
import { aBilling, aGame, aPackage, aSubscription } from '../../fakes'
import { type Locked, lockedEvent } from '../../ways'
import { WaysIn } from './WaysIn'

const game = lockedEvent(aGame(12))
const season = aPackage(3, { name: 'Hockey season' })
const team = aPackage(5, { type: 'team', is_team_pass: true })
const yearly = aSubscription(2, { name: 'Network annual' })

interface Circumstances {
  thing?: Locked
  channel?: Partial<Shell['channel']>
  viewer?: Partial<Viewer>
  anonymous?: boolean
}

function open({ thing = game, channel, viewer, anonymous = false }: Circumstances = {}) {
  const onSale = { packages: [season, team], subscriptions: [yearly], ...channel }
  show(
    <BillingProvider store={aBilling(new FakeServer(), { channel: onSale, viewer })}>
      <WaysIn thing={thing} anonymous={anonymous} />
    </BillingProvider>,
  )
}

const titles = () =>
  screen.getAllByRole('radio').map(radio => radio.closest('label')?.querySelector('strong')?.textContent)
const links = () =>
  screen.getAllByRole('link').map(link => [plain(link.textContent), link.getAttribute('href')])
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

afterEach(cleanup)

describe('before a closed game', () => {
  it('three ways stand to be chosen from, the game alone first, and the others are a page away', () => {
    open()
    expect(titles()).toEqual(['This game', 'Team 2 team pass', 'Network annual'])
    expect(links()).toEqual([
      ['Buy this game for $10.74', '/buy?event_id=12&single_event_package_id=70'],
      ['See all 5 ways to watch', '/select-package/12'],
    ])
  })

  it('the button buys the way that is chosen', () => {
    open()
    fireEvent.click(screen.getByRole('radio', { name: /^Network annual/ }))
    expect(links()[0]).toEqual(['Start 7 days free', '/buy?subscription_id=2'])
    fireEvent.click(screen.getByRole('radio', { name: /^Team 2/ }))
    expect(links()[0]).toEqual(['Choose Team 2 team pass', '/buy?package_id=5&participant_id=2'])
  })

  it('the game alone says how long its replay is open', () => {
    const sold = aPackage(70, { type: 'event', days: 30 })
    open({ channel: { packages: [sold] } })
    screen.getByText('Live, and the replay for 30 days')
    cleanup()
    open({ thing: { ...game, over: true }, channel: { packages: [sold] } })
    screen.getByText('The replay, for 30 days')
    cleanup()
    open({ thing: { ...game, over: true }, channel: { packages: [] } })
    screen.getByText('The replay')
  })

  it('three ways need no other page', () => {
    open({ channel: { packages: [season] } })
    expect(titles()).toEqual(['This game', 'Hockey season', 'Network annual'])
    expect(links()).toHaveLength(1)
  })

  it('a visitor may have a pass already', () => {
    open({ anonymous: true, viewer: { id: null } })
    expect(links().at(-1)).toEqual(['Log in', '/login'])
  })

  it('a trial that is used is not offered', () => {
    open({ channel: { packages: [] }, viewer: { trialUsed: true } })
    fireEvent.click(screen.getByRole('radio', { name: /^Network annual/ }))
    expect(links()[0]?.[0]).toBe('Choose Network annual')
  })

  it('nothing can be bought where nobody takes money', () => {
    open({ channel: { packages: [], payments: null } })
    expect(titles()).toEqual(['This game', 'Network annual'])
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('that nothing opens now, it says so', () => {
    open({ thing: { ...game, price: '0.00' }, channel: { packages: [], subscriptions: [] } })
    screen.getByText('Nothing that is on sale now opens it.')
  })
})

it('A closed film is opened by what opens the library; all of that stands with the passes', () => {
  const opening = { capabilities: ['vod_media'] }
  const packages = [1, 2, 3].map(id => aPackage(id, { event_categories: [], ...opening }))
  open({
    thing: { ...game, kind: 'film', event_category_id: null },
    channel: { packages, subscriptions: [aSubscription(2, opening)] },
  })
  expect(titles()).toEqual(['Package 1', 'Package 2', 'Subscription 2'])
  screen.getByText('7-day free trial, the whole library')
  expect(links().at(-1)).toEqual(['See all 4 ways to watch', '/packages'])
})
