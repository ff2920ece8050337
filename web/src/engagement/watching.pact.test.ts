import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { sessionAt } from '@/shared/testing/pact'
import { ShieldStore } from './stores/ShieldStore'
import { SpoilerStore } from './stores/SpoilerStore'
import { apiAt, asks, aViewer, OVER, POSITION, sends } from './testing/pact'

const { atLeastOneLike, boolean, integer, regex } = MatchersV3

const position = {
  kind: 'event',
  item_id: 12,
  position: 754,
  duration: integer(3600),
  watched_at: regex('^\\d{4}-\\d{2}-\\d{2}T.+Z$', '2026-11-20T20:00:00Z'),
}
const many = { data: atLeastOneLike(position, 1), meta: { total: integer(1) } }
const GAME = { kind: 'event', id: 12 } as const

describe('where watching stopped', () => {
  it('is told of everything, newest first', async () => {
    await aViewer(OVER, POSITION)
      .uponReceiving('the question for what is begun')
      .withRequest('GET', '/api/watch-positions', asks({ limit: '100' }))
      .willRespondWith(200, answer => answer.jsonBody(many))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).positions()).toMatchObject([{ item_id: 12, position: 754 }])
      })
  })

  it('is told of one thing', async () => {
    await aViewer(OVER, POSITION)
      .uponReceiving('the question where a recording goes on')
      .withRequest('GET', '/api/watch-positions', asks({ kind: 'event', item_id: '12' }))
      .willRespondWith(200, answer => answer.jsonBody(many))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).positions(GAME)).toMatchObject([{ position: 754 }])
      })
  })

  it('is kept', async () => {
    await aViewer(OVER)
      .uponReceiving('where watching is')
      .withRequest(
        'POST',
        '/api/watch-position',
        sends({ kind: 'event', item_id: 12, position: 60, duration: 3600 }),
      )
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).keepPosition(GAME, 60, 3600))
  })

  it('is forgotten', async () => {
    await aViewer(OVER, POSITION)
      .uponReceiving('the wish to forget where watching stopped')
      .withRequest('DELETE', '/api/watch-position/event/12', asks())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).forgetPosition(GAME))
  })
})

describe('the spoiler shield', () => {
  const viewer = { id: 7 }
  const at = (host: string) => {
    const { api, storage } = { api: sessionAt(host), storage: { get: () => null, set: () => undefined } }
    const spoilers = new SpoilerStore(storage as never, viewer)
    return { spoilers, shield: new ShieldStore(api, spoilers, viewer) }
  }

  it('is asked for', async () => {
    await aViewer()
      .uponReceiving('the question whether scores are hidden')
      .withRequest('GET', '/api/watch-settings', asks())
      .willRespondWith(200, answer => answer.jsonBody({ data: { hide_scores: boolean(false) } }))
      .executeTest(async ({ url }) => {
        const { spoilers, shield } = at(url)
        await shield.load()
        expect(spoilers.on).toBe(false)
      })
  })

  it('is kept with the account', async () => {
    await aViewer()
      .uponReceiving('the wish to hide scores')
      .withRequest('POST', '/api/watch-settings', sends({ hide_scores: true }))
      .willRespondWith(200, answer => answer.jsonBody({ data: { hide_scores: true } }))
      .executeTest(async ({ url }) => {
        await at(url).shield.choose(true)
      })
  })
})
