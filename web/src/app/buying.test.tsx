// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { anEvent, pageOf } from '@/catalog/fakes'
import { eventsStore } from '@/catalog/stores/EventsStore'
import { aUser } from '@/channel/fakes'
import { askedFor, remember, root, server, visit } from './testing/visit'

const CLOSED = {
  name: 'Timber @ Tide',
  pass_type: 'ppv' as const,
  has_access: false,
  access_reason: 'purchase_required' as const,
  price: '9.99',
  single_event_package_id: 70,
}
const OPEN = { ...CLOSED, has_access: true, access_reason: 'purchased' as const }
const A_SLOW_CHUNK = { timeout: 4_000 }

beforeEach(() => {
  server
    .on('/api/events', pageOf([anEvent(1, CLOSED)]))
    .on('/api/events/1', { json: { data: anEvent(1, CLOSED) } })
})

describe('a game that is bought', () => {
  it('in another tab opens in this one, without a reload', async () => {
    remember()
    await visit('/watch/1')
    await screen.findByText('How to watch this game', {}, A_SLOW_CHUNK)
    const access = { capabilities: ['watch'] }
    server
      .on('/api/events/1', { json: { data: anEvent(1, OPEN) } })
      .on('/api/profile', { json: { data: aUser(access) } })
    const elsewhere = new BroadcastChannel('touchline.test.paid')
    elsewhere.postMessage({ viewer: 5, order: 9 })
    await waitFor(() => expect(screen.queryByText('How to watch this game')).toBeNull())
    expect(root.viewer.capabilities).toEqual(['watch'])
    elsewhere.close()
  })

  it('here shows in the lists, and in what the viewer may', async () => {
    remember()
    await visit('/vod')
    await waitFor(() => expect(root.catalog.bring(eventsStore).games.items).toHaveLength(1))
    server.on('/api/events', pageOf([anEvent(1, OPEN)]))
    server.on('/api/profile', { json: { data: aUser({ trial_period_used: true }) } })
    act(() => root.billing.paid(9))
    await waitFor(() => expect(root.catalog.bring(eventsStore).games.items[0]?.has_access).toBe(true))
    expect(root.viewer.trialUsed).toBe(true)
    expect(root.visit).toBe(0)
  })

  it('by somebody else changes nothing here', async () => {
    remember()
    await visit('/watch/1')
    await screen.findByText('How to watch this game', {}, A_SLOW_CHUNK)
    const asked = askedFor('/api/events/1')
    const elsewhere = new BroadcastChannel('touchline.test.paid')
    elsewhere.postMessage({ viewer: 6, order: 9 })
    const heard = new Promise(resolve => {
      const last = new BroadcastChannel('touchline.test.paid')
      last.addEventListener('message', () => resolve(last.close()), { once: true })
      elsewhere.postMessage({ viewer: 6, order: 10 })
    })
    await heard
    expect(askedFor('/api/events/1')).toBe(asked)
    elsewhere.close()
  })
})

describe('the page of a purchase', () => {
  it('asks a visitor to log in, and they come back to it', async () => {
    await visit('/buy?event_id=1&single_event_package_id=70')
    await waitFor(() => expect(location.pathname).toBe('/login'))
    await act(() => root.viewer.enter({ api_key: 'theirs', user: aUser() }))
    await waitFor(() =>
      expect(location.pathname + location.search).toBe('/buy?event_id=1&single_event_package_id=70'),
    )
    await screen.findByRole('heading', { name: 'Checkout' }, A_SLOW_CHUNK)
  })
})
