// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { anEvent } from '@/catalog/fakes'
import { eventsStore } from '@/catalog/stores/EventsStore'
import { aUser } from '@/channel/fakes'
import { listResponse } from '@/shared/testing/fakes'
import { rememberLogIn, requestCount, root, server, visitPage } from './testing/visit'

const LOCKED_EVENT = {
  name: 'Timber @ Tide',
  pass_type: 'ppv' as const,
  has_access: false,
  access_reason: 'purchase_required' as const,
  price: '9.99',
  single_event_package_id: 70,
}
const OPEN_ACCESS = { ...LOCKED_EVENT, has_access: true, access_reason: 'purchased' as const }
const SLOW_CHUNK = { timeout: 4_000 }

beforeEach(() => {
  server
    .on('/api/events', listResponse([anEvent(1, LOCKED_EVENT)]))
    .on('/api/events/1', { json: { data: anEvent(1, LOCKED_EVENT) } })
})

describe('a game bought', () => {
  it('in another tab opens in this one without a reload', async () => {
    rememberLogIn()
    await visitPage('/watch/1')
    await screen.findByText('Get access to this game', {}, SLOW_CHUNK)
    const access = { capabilities: ['watch'] }
    server
      .on('/api/events/1', { json: { data: anEvent(1, OPEN_ACCESS) } })
      .on('/api/profile', { json: { data: aUser(access) } })
    const otherTab = new BroadcastChannel('touchline.test.paid')
    otherTab.postMessage({ viewer: 5, order: 9 })
    await waitFor(() => expect(screen.queryByText('Get access to this game')).toBeNull())
    expect(root.viewer.capabilities).toEqual(['watch'])
    otherTab.close()
  })

  it('in this tab updates the lists and the viewer’s access', async () => {
    rememberLogIn()
    await visitPage('/vod')
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    server.on('/api/events', listResponse([anEvent(1, OPEN_ACCESS)]))
    server.on('/api/profile', { json: { data: aUser({ trial_period_used: true }) } })
    act(() => root.billing.handlePaid(9))
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items[0]?.has_access).toBe(true))
    expect(root.viewer.hasUsedTrial).toBe(true)
    expect(root.visitId).toBe(0)
  })

  it('by another viewer changes nothing here', async () => {
    rememberLogIn()
    await visitPage('/watch/1')
    await screen.findByText('Get access to this game', {}, SLOW_CHUNK)
    const countBefore = requestCount('/api/events/1')
    const otherTab = new BroadcastChannel('touchline.test.paid')
    otherTab.postMessage({ viewer: 6, order: 9 })
    const message = new Promise(resolve => {
      const last = new BroadcastChannel('touchline.test.paid')
      last.addEventListener('message', () => resolve(last.close()), { once: true })
      otherTab.postMessage({ viewer: 6, order: 10 })
    })
    await message
    expect(requestCount('/api/events/1')).toBe(countBefore)
    otherTab.close()
  })
})

describe('the checkout page', () => {
  it('asks a visitor to log in, and returns them to checkout', async () => {
    await visitPage('/buy?event_id=1&single_event_package_id=70')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    await act(() => root.viewer.logIn({ api_key: 'theirs', user: aUser() }))
    await waitFor(() =>
      expect(location.pathname + location.search).toBe('/buy?event_id=1&single_event_package_id=70'),
    )
    await screen.findByRole('heading', { name: 'Checkout' }, SLOW_CHUNK)
  })
})
