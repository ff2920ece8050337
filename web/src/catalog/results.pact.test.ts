import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import type { State } from '@/shared/testing/pact'
import { apiAt, givenRequest, instant, row } from './testing/pact'

const { integer, nullValue } = MatchersV3

describe('a game', () => {
  it('that a shootout decided says so, with its neutral site and its replay', async () => {
    const decided: State = ['an event', { id: 12, stream_status: 'finished', result: 'shootout' }]
    await givenRequest('a request for a game that a shootout decided', '/api/events/12', {}, decided)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...row,
            is_neutral_site: true,
            replay: { state: 'upcoming', starts_at: instant, ends_at: nullValue() },
            preroll_keys: [],
            score: {
              away: integer(2),
              home: integer(2),
              ending: 'shootout',
              shootout: { away: integer(3), home: integer(4) },
              winner: nullValue(),
              text: '2–2 (3–4 SO)',
              ending_note: '3–4 SO',
              leader: 'home',
            },
          },
        }),
      )
      .executeTest(async server => {
        const { score, replay } = await apiAt(server.url).event(12)
        expect(score?.shootout).toEqual({ away: 3, home: 4 })
        expect(score?.text).toBe('2–2 (3–4 SO)')
        expect(replay?.state).toBe('upcoming')
      })
  })

  it('that was forfeited names the winner before its start', async () => {
    const forfeited: State = ['an event', { id: 12, stream_status: 'upcoming', result: 'forfeit' }]
    await givenRequest('a request for a forfeited game', '/api/events/12', {}, forfeited)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...row,
            stream_status: 'upcoming',
            score: { away: integer(0), home: integer(1), ending: 'forfeit', winner: 'home', text: 'Forfeit' },
          },
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).event(12)).score?.winner).toBe('home')
      })
  })
})
