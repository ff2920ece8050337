// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { anEvent } from '@/catalog/fakes'
import { eventsStore } from '@/catalog/stores/EventsStore'
import { requestCount, root, server, visitPage } from './testing/visit'

const AFTER_THE_RETRY = { timeout: 4_000 }
const refused = (status: number, code: string) => ({ status, json: { code } })

describe('a language change', () => {
  it('reloads the list in the new language', async () => {
    await visitPage('/vod')
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    await act(() => root.changeLanguage('fr'))
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    expect(server.requests.at(-1)?.query.lang).toBe('fr')
  })

  it('to the current language keeps the list and sends no request', async () => {
    await visitPage('/vod')
    await waitFor(() => expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1))
    const countBefore = server.requests.length
    await act(() => root.changeLanguage('en'))
    expect(root.catalog.resolve(eventsStore).events.items).toHaveLength(1)
    expect(server.requests).toHaveLength(countBefore)
  })
})

describe('an expired API key', () => {
  it('is replaced, and the screen’s request is sent again', async () => {
    server.on('/api/events/1', refused(403, 'errors.api_key'), {
      json: { data: anEvent(1, { name: 'Timber @ Tide' }) },
    })
    await visitPage('/watch/1')
    await screen.findByRole('heading', { level: 1, name: 'Timber @ Tide' }, AFTER_THE_RETRY)
  })

  it('shows the error page when its replacement is rejected as well', async () => {
    server.on('/api/events/1', refused(403, 'errors.api_key'))
    await visitPage('/watch/1')
    await screen.findByText(/^Apologies!/, undefined, AFTER_THE_RETRY)
    expect(requestCount('/api/events/1')).toBe(2)
  })
})

it('A call that requires a login sends one request and shows an error', async () => {
  server.on('/api/events/1', refused(401, ''))
  await visitPage('/watch/1')
  await screen.findByText('The game could not be loaded')
  expect(requestCount('/api/events/1')).toBe(1)
})
