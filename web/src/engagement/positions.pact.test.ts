import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { SpoilerSettingsStore } from './stores/SpoilerSettingsStore'
import { SpoilerStore } from './stores/SpoilerStore'
import { apiAt, FINISHED_EVENT, POSITION, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer, regex } = MatchersV3

const position = {
  kind: 'event',
  item_id: 12,
  position: 754,
  duration: integer(3600),
  watched_at: regex('^\\d{4}-\\d{2}-\\d{2}T.+Z$', '2026-11-20T20:00:00Z'),
}
const listResponse = { data: atLeastOneLike(position, 1), meta: { total: integer(1) } }
const EVENT_REF = { kind: 'event', id: 12 } as const

describe('the watch position', () => {
  it('is listed with all positions, newest first', async () => {
    await viewerInteraction(FINISHED_EVENT, POSITION)
      .uponReceiving('a request for all watch positions')
      .withRequest('GET', '/api/watch-positions', withQuery({ limit: '100' }))
      .willRespondWith(200, response => response.jsonBody(listResponse))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).positions()).toMatchObject([{ item_id: 12, position: 754 }])
      })
  })

  it('is loaded for one video', async () => {
    await viewerInteraction(FINISHED_EVENT, POSITION)
      .uponReceiving('a request for the watch position of a recording')
      .withRequest('GET', '/api/watch-positions', withQuery({ kind: 'event', item_id: '12' }))
      .willRespondWith(200, response => response.jsonBody(listResponse))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).positions(EVENT_REF)).toMatchObject([{ position: 754 }])
      })
  })

  it('is saved', async () => {
    await viewerInteraction(FINISHED_EVENT)
      .uponReceiving('a request to store a watch position')
      .withRequest(
        'POST',
        '/api/watch-position',
        withBody({ kind: 'event', item_id: 12, position: 60, duration: 3600 }),
      )
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).savePosition(EVENT_REF, 60, 3600))
  })

  it('is deleted', async () => {
    await viewerInteraction(FINISHED_EVENT, POSITION)
      .uponReceiving('a request to delete a watch position')
      .withRequest('DELETE', '/api/watch-position/event/12', withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).removePosition(EVENT_REF))
  })
})

describe('the spoiler shield', () => {
  const viewer = { id: 7 }
  const at = (host: string) => {
    const { api, storage } = { api: sessionAt(host), storage: { get: () => null, set: () => undefined } }
    const spoilers = new SpoilerStore(storage as never, viewer)
    return { spoilers, shield: new SpoilerSettingsStore(api, spoilers, viewer) }
  }

  it('is loaded', async () => {
    await viewerInteraction()
      .uponReceiving('a request for watch settings')
      .withRequest('GET', '/api/watch-settings', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: { hide_scores: boolean(false) } }))
      .executeTest(async ({ url }) => {
        const { spoilers, shield } = at(url)
        await shield.load()
        expect(spoilers.isEnabled).toBe(false)
      })
  })

  it('is saved in the account', async () => {
    await viewerInteraction()
      .uponReceiving('a request to hide scores')
      .withRequest('POST', '/api/watch-settings', withBody({ hide_scores: true }))
      .willRespondWith(200, response => response.jsonBody({ data: { hide_scores: true } }))
      .executeTest(async ({ url }) => {
        await at(url).shield.choose(true)
      })
  })
})
