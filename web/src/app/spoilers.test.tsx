// @vitest-environment jsdom

import { act, screen, waitFor } from '@testing-library/react'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anEvent } from '@/catalog/fakes'
import { aUser } from '@/channel/fakes'
import { loadEngagement } from '@/engagement'
import { root, server, visitPage } from './testing/visit'

const SCORE = { away: 4, home: 1, note: null, text: '4–1' }
const HIDDEN = anEvent(1, { name: 'Timber @ Tide', stream_status: 'finished', is_score_hidden: true })
const lastQuery = () => server.requests.findLast(({ path }) => path === '/api/events/1')?.query
const shield = (hides: boolean) => act(() => root.engagement.spoilers.apply({ hides, by: root.viewer.id }))

// A login loads these chunks. Load them first, so that none arrives after the tests.
beforeAll(() => loadEngagement())

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: removes the cookie of the previous test
  document.cookie = 'touchline_scores=; Max-Age=0; Path=/'
  server.on('/api/events/1', { json: { data: HIDDEN } })
  server.on('/api/watch-settings', { json: { data: { hide_scores: false } } })
})

describe('the spoiler shield', () => {
  it('lets the server leave scores out of its answers and pages', async () => {
    await visitPage('/watch/1')
    await waitFor(() => expect(lastQuery()).toBeDefined())
    expect(lastQuery()?.scores).toBeUndefined()
    expect(document.cookie).toBe('')
    shield(true)
    await waitFor(() => expect(lastQuery()?.scores).toBe('hidden'))
    expect(document.cookie).toBe('touchline_scores=hidden')
    shield(false)
    await waitFor(() => expect(lastQuery()?.scores).toBeUndefined())
    expect(document.cookie).toBe('')
  })

  it('counts at once for a logged-in viewer whose account does not have the choice yet', async () => {
    await visitPage('/watch/1')
    await act(() => root.viewer.logIn({ api_key: 'theirs', user: aUser() }, '/watch/1'))
    shield(false)
    await waitFor(() => expect(lastQuery()?.scores).toBe('shown'))
  })

  it('requests the score that the viewer reveals', async () => {
    await visitPage('/watch/1')
    shield(true)
    await waitFor(() => expect(lastQuery()?.scores).toBe('hidden'))
    server.on('/api/events/1', {
      json: { data: { ...HIDDEN, is_score_hidden: false, score: SCORE, description: 'A rout.' } },
    })
    act(() => root.engagement.spoilers.reveal(1))
    await waitFor(() => expect(lastQuery()?.scores).toBe('shown'))
    await screen.findByText('A rout.')
    expect(root.catalog.revealedScores.withOutcome(HIDDEN).score).toEqual(SCORE)
  })
})
