import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { HttpClient } from '@/shared/http/client'
import type { State } from '@/shared/testing/pact'
import { interaction } from './testing/pact'
import { TimelineApi } from './timelineApi'

const { atLeastOneLike, boolean, integer, nullValue, string } = MatchersV3

const game: State = ['a game with a timeline', { id: 12 }]
const apiAt = (origin: string) => new TimelineApi(new HttpClient(), origin)
const score = atLeastOneLike(integer(1), 2)

const snapshot = {
  at_ms: integer(1_795_284_000_000),
  phase: 'period',
  period: integer(1),
  half: nullValue(),
  label: string('1st'),
  clock: { shown_ms: integer(1_020_000), since_ms: integer(1_795_284_000_000), is_running: boolean(true) },
  points: score,
  sets: nullValue(),
  shootout: nullValue(),
  ending: nullValue(),
}

const moment = {
  id: string('0c1f0f5e-7a0b-4f7e-8f0a-1f5a3c8d2b11'),
  at_ms: integer(1_795_284_000_000),
  name: string('1st period'),
  text: string(''),
  label: string('1st'),
  points: score,
  sets: nullValue(),
  is_big: boolean(false),
}

describe('the timeline of a game', () => {
  it('has its scoreboards and key moments, without an API key', async () => {
    await interaction(game)
      .uponReceiving('a request for a timeline')
      .withRequest('GET', '/timeline/12.json', request => request.query({ lang: 'en' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            event_id: integer(12),
            revision: integer(2),
            sport: 'hockey',
            scoring: 'points',
            clock_direction: 'down',
            recording: nullValue(),
            replaces_from_ms: nullValue(),
            snapshots: atLeastOneLike(snapshot, 1),
            moments: atLeastOneLike(moment, 1),
          },
        }),
      )
      .executeTest(async server => {
        const timeline = await apiAt(server.url).timeline(12, { language: 'en' })
        expect(timeline.snapshots[0]?.label).toBe('1st')
      })
  })

  it('has only what is new since a revision', async () => {
    await interaction(game)
      .uponReceiving('a request for what is new in a timeline')
      .withRequest('GET', '/timeline/12.json', request => request.query({ lang: 'en', after: '2' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            event_id: integer(12),
            revision: integer(2),
            replaces_from_ms: null,
            snapshots: [],
            moments: [],
          },
        }),
      )
      .executeTest(async server => {
        const delta = await apiAt(server.url).timeline(12, { language: 'en', after: 2 })
        expect(delta.replaces_from_ms).toBeNull()
      })
  })

  it('gives the current score while the game is on', async () => {
    await interaction(game)
      .uponReceiving('a request for the scores of the games that are on')
      .withRequest('GET', '/scores.json', request => request.query({ lang: 'en' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike(
            {
              event_id: integer(12),
              score: { away: integer(0), home: integer(1), note: string('1st period') },
            },
            1,
          ),
        }),
      )
      .executeTest(async server => {
        const [live] = await apiAt(server.url).liveScores('en')
        expect(live?.score.home).toBe(1)
      })
  })
})
