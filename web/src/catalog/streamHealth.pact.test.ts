import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { StreamHealthApi } from './streamHealthApi'
import { interaction } from './testing/pact'

const { boolean, integer, string } = MatchersV3

const STREAM = '/api/studio/events/asked/stream'
const apiAt = (host: string) => new StreamHealthApi(sessionAt(host))
const operatorInteraction = () =>
  interaction(['a game and an operator', { api_key: API_KEY, email: EMAIL, event_id: 12 }])

describe('the health of a stream', () => {
  it('has the encoders, their faults and the choice of alerts', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the health of a stream')
      .withRequest('GET', `${STREAM}/health`, withQuery({ has_history: 'false' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            is_test: boolean(false),
            state: string(''),
            faults: [],
            slots: [],
            is_alerted: boolean(false),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).health('asked', false)).is_alerted).toBe(false)
      })
  })

  it('counts the viewers', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the viewers of a stream')
      .withRequest('GET', `${STREAM}/viewers`, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: { viewers: integer(0), stalled: integer(0) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).viewers('asked')).viewers).toBe(0)
      })
  })

  it('turns alerts on', async () => {
    await operatorInteraction()
      .uponReceiving('a request for alerts about a stream')
      .withRequest('POST', `${STREAM}/alerts`, withBody({ is_alerted: true }))
      .willRespondWith(200, response => response.jsonBody({ data: { is_alerted: true } }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).chooseAlerts('asked', true)).resolves.toBeUndefined()
      })
  })
})
