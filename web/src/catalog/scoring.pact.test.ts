import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  EMAIL,
  instantLike,
  respondWithRefusal,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { linkTimeline, logInScorer, ScorerLinkApi, studioTimeline } from './scorerApi'
import type { TimelineEntry } from './scoring/timeline'
import { interaction } from './testing/pact'

const { atLeastOneLike, boolean, eachLike, integer, nullValue, regex, string } = MatchersV3

const TOKEN = 'pact-scorer-token'
const PIN = '482913'
const ANA = { token: TOKEN, pin: PIN, name: 'Ana' }
const HEADERS = { 'Touchline-Scorer': TOKEN }
const EVENT_PATH = '/api/studio/events/12'
const signal = new AbortController().signal

const UNDO: TimelineEntry = {
  id: 'c0ffee1e-2d0f-4f57-9a55-5f3d3a1f0a63',
  kind: 'undone',
  at_ms: 1_795_300_000_000,
  target: '3b0c8c1e-2d0f-4f57-9a55-5f3d3a1f0a63',
}

const scoredGame = () =>
  interaction([
    'a scored game with a scorer link',
    { api_key: API_KEY, email: EMAIL, event_id: 12, token: TOKEN, pin: PIN },
  ])

const goal = {
  id: string('3b0c8c1e-2d0f-4f57-9a55-5f3d3a1f0a63'),
  revision: integer(1),
  author: string('scorer:Ben'),
  kind: regex('^[a-z_]+$', 'scored'),
  at_ms: integer(1_795_300_000_000),
}
const update = { now_ms: integer(1_795_300_001_000), source: nullValue() }
const timeline = {
  ...update,
  entries: atLeastOneLike({ ...goal, side: string('home'), points: integer(1), type: string('goal') }, 1),
  event: {
    id: integer(12),
    name: string('Harlan Falls @ Cedar Ridge'),
    starts_at: instantLike('2026-11-23T19:00:00Z'),
    teams: atLeastOneLike({ name: string('Harlan Falls'), short_name: string('HRF') }, 2),
  },
  sport: {
    key: string('hockey'),
    name: string('Hockey'),
    scoring: regex('^(points|sets|none)$', 'points'),
    clock_direction: regex('^(down|up|none)$', 'down'),
    has_halves: boolean(false),
    can_tie: boolean(true),
    period_seconds: integer(1020),
    periods: eachLike({ name: string('1st period'), short_name: string('1st'), break_name: string('Break') }),
    overtime: {
      name: string('Overtime {number}'),
      short_name: string('{number}OT'),
      seconds: integer(300),
      max_count: nullValue(),
    },
    shootout: { name: string('Shootout'), short_name: string('SO') },
    sets: nullValue(),
    scores: eachLike({ key: string('goal'), name: string('Goal'), points: integer(1) }),
    moments: eachLike({ key: string('save'), name: string('Save') }),
  },
}

describe('a scorer', () => {
  it('enters with a link and a PIN', async () => {
    await scoredGame()
      .uponReceiving('a request to enter as a scorer')
      .withRequest('POST', '/api/scorer/sessions', withBody(ANA))
      .willRespondWith(201, response => response.jsonBody({ data: { session_token: string('session') } }))
      .executeTest(async ({ url }) => {
        expect(await logInScorer(sessionAt(url), TOKEN, PIN, 'Ana')).toBe('session')
      })
  })

  it('cannot enter with a wrong PIN', async () => {
    await scoredGame()
      .uponReceiving('a request to enter as a scorer with a wrong PIN')
      .withRequest('POST', '/api/scorer/sessions', withBody({ ...ANA, pin: '000000' }))
      .willRespondWith(400, response => respondWithRefusal(response, 400, 'errors.scorer_pin'))
      .executeTest(async ({ url }) => {
        await expect(logInScorer(sessionAt(url), TOKEN, '000000', 'Ana')).rejects.toMatchObject({
          code: 'errors.scorer_pin',
        })
      })
  })

  it('cannot enter with a link that no longer works', async () => {
    await scoredGame()
      .uponReceiving('a request to enter with an unknown scorer link')
      .withRequest('POST', '/api/scorer/sessions', withBody({ ...ANA, token: 'unknown' }))
      .willRespondWith(400, response => respondWithRefusal(response, 400, 'errors.scorer_link'))
      .executeTest(async ({ url }) => {
        await expect(logInScorer(sessionAt(url), 'unknown', PIN, 'Ana')).rejects.toMatchObject({
          code: 'errors.scorer_link',
        })
      })
  })

  it('reads the timeline', async () => {
    await scoredGame()
      .uponReceiving('a request for the timeline of a scorer')
      .withRequest('GET', '/api/scorer/timeline', request => withQuery()(request.headers(HEADERS)))
      .willRespondWith(200, response => response.jsonBody({ data: timeline }))
      .executeTest(async ({ url }) => {
        const { entries, sport } = await linkTimeline(sessionAt(url), TOKEN).load(signal)
        expect([entries[0]?.author, sport.scoring]).toEqual(['scorer:Ben', 'points'])
      })
  })

  it('adds to the timeline, and gets what is new', async () => {
    await scoredGame()
      .uponReceiving('a request by a scorer to undo a goal')
      .withRequest('POST', '/api/scorer/timeline', request =>
        withBody({ entries: [UNDO], after: 1 })(request.headers(HEADERS)),
      )
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...update,
            entries: eachLike({ ...goal, revision: integer(2), target: string(UNDO.target) }),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { entries } = await linkTimeline(sessionAt(url), TOKEN).send([UNDO], 1, signal)
        expect(entries[0]?.target).toBe(UNDO.target)
      })
  })

  it('learns that the session has ended', async () => {
    await scoredGame()
      .uponReceiving('a request by a scorer who was signed out')
      .withRequest('GET', '/api/scorer/timeline', request =>
        withQuery()(request.headers({ 'Touchline-Scorer': 'unknown' })),
      )
      .willRespondWith(400, response => respondWithRefusal(response, 400, 'errors.scorer_signed_out'))
      .executeTest(async ({ url }) => {
        await expect(linkTimeline(sessionAt(url), 'unknown').load(signal)).rejects.toMatchObject({
          code: 'errors.scorer_signed_out',
        })
      })
  })
})

describe('an operator', () => {
  it('reads the timeline of an event', async () => {
    await scoredGame()
      .uponReceiving('a request for the timeline of an event')
      .withRequest('GET', `${EVENT_PATH}/timeline`, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: timeline }))
      .executeTest(async ({ url }) => {
        expect((await studioTimeline(sessionAt(url), 12).load(signal)).event.id).toBe(12)
      })
  })

  it('adds to the timeline of an event', async () => {
    await scoredGame()
      .uponReceiving('a request by an operator to undo a goal')
      .withRequest('POST', `${EVENT_PATH}/timeline`, withBody({ entries: [UNDO], after: 0 }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...update, entries: atLeastOneLike(goal, 2) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await studioTimeline(sessionAt(url), 12).send([UNDO], 0, signal)).entries).toHaveLength(2)
      })
  })

  it('sees who keeps the score', async () => {
    await scoredGame()
      .uponReceiving('a request for a scorer link')
      .withRequest('GET', `${EVENT_PATH}/scorer-link`, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: { expires_at: instantLike('2026-11-24T01:00:00Z'), scorers: eachLike(string('Ben')) },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await new ScorerLinkApi(sessionAt(url), 12).link())?.scorers).toEqual(['Ben'])
      })
  })

  it('creates a scorer link', async () => {
    await scoredGame()
      .uponReceiving('a request to create a scorer link')
      .withRequest('POST', `${EVENT_PATH}/scorer-link`, withBody())
      .willRespondWith(201, response =>
        response.jsonBody({
          data: {
            url: regex('^https?://.+/score/.+$', 'http://site/score/token'),
            pin: regex('^[0-9]{6}$', PIN),
            qr: string('<svg/>'),
            expires_at: instantLike('2026-11-24T01:00:00Z'),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await new ScorerLinkApi(sessionAt(url), 12).create()).pin).toBe(PIN)
      })
  })

  it('revokes the scorer link', async () => {
    await scoredGame()
      .uponReceiving('a request to revoke a scorer link')
      .withRequest('DELETE', `${EVENT_PATH}/scorer-link`, withQuery())
      .willRespondWith(204)
      .executeTest(async ({ url }) => {
        await new ScorerLinkApi(sessionAt(url), 12).revoke()
      })
  })
})
