import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { RehearsalApi } from './rehearsalApi'
import { interaction } from './testing/pact'

const { boolean, eachLike, integer, regex, string } = MatchersV3

const apiAt = (host: string) => new RehearsalApi(sessionAt(host))
const operatorInteraction = () =>
  interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])
const rehearsal = {
  id: integer(1),
  state: string('queued'),
  started_by: string('Ada Moreau'),
  created_at: string('2026-11-30T18:00:00Z'),
  is_stop_requested: boolean(false),
  is_removed: boolean(false),
  steps: eachLike({
    name: string('event'),
    state: regex('^(waiting|running|passed|failed|skipped)$', 'waiting'),
    code: string(''),
    text: string(''),
    params: {},
  }),
}

describe('rehearsals', () => {
  it('start with steps that wait', async () => {
    await operatorInteraction()
      .uponReceiving('a request to start a rehearsal')
      .withRequest('POST', '/api/studio/rehearsals', withBody())
      .willRespondWith(200, response => response.jsonBody({ data: rehearsal }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).start()).steps[0]?.state).toBe('waiting')
      })
  })

  it('are listed', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the rehearsals')
      .withRequest('GET', '/api/studio/rehearsals', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: [] }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).rehearsals()).toEqual([])
      })
  })
})
