import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  EMAIL,
  instantLike,
  respondWithProblem,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { interaction, refusalOf, respondWithFieldError, viewerInteraction } from './testing/pact'
import { type EndpointDetails, WebhooksApi } from './webhooksApi'

const { atLeastOneLike, eachLike, integer, nullValue, regex, string } = MatchersV3

const apiAt = (host: string) => new WebhooksApi(sessionAt(host))
const ENDPOINTS = '/api/studio/webhook-endpoints'
const ID = 3
const DELIVERY = 8
const DETAILS: EndpointDetails = {
  url: 'https://example.org/hooks',
  description: 'Scoreboard',
  event_types: ['event.live'],
}

/** An operator of a channel with an endpoint, which has failed once. */
const operatorInteraction = (paused = false) =>
  interaction([
    'an operator and a webhook endpoint',
    { api_key: API_KEY, email: EMAIL, endpoint_id: ID, delivery_id: DELIVERY, paused },
  ])

const attempt = {
  at: instantLike('2026-11-21T18:00:00Z'),
  duration_ms: integer(12),
  response_status: integer(500),
  response: string('out of order'),
  error: string('status'),
}
const endpoint = {
  id: integer(ID),
  url: string(DETAILS.url),
  description: string(DETAILS.description),
  event_types: eachLike('event.live'),
  paused_at: nullValue(),
  pause_reason: nullValue(),
}
const secret = regex('^whsec_.+$', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')

describe('the webhook endpoints', () => {
  it('are listed with their latest attempt', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the webhook endpoints')
      .withRequest('GET', ENDPOINTS, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike({ ...endpoint, latest_attempt: attempt }) }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list())[0]?.latest_attempt?.response_status).toBe(500)
      })
  })

  it('are for operators only', async () => {
    await viewerInteraction()
      .uponReceiving('a request by a viewer for the webhook endpoints')
      .withRequest('GET', ENDPOINTS, withQuery())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).list()).rejects.toMatchObject({ status: 403 })
      })
  })

  it('are created with a secret', async () => {
    await operatorInteraction()
      .uponReceiving('a request to create a webhook endpoint')
      .withRequest('POST', ENDPOINTS, withBody(DETAILS))
      .willRespondWith(200, response => response.jsonBody({ data: { ...endpoint, secret } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).create(DETAILS)).secret).toMatch(/^whsec_/)
      })
  })

  it('refuse private addresses', async () => {
    const details = { ...DETAILS, url: 'https://10.0.0.1/' }
    await operatorInteraction()
      .uponReceiving('a request to create a webhook endpoint on a private address')
      .withRequest('POST', ENDPOINTS, withBody(details))
      .willRespondWith(422, respondWithFieldError('url', 'errors.private_webhook_url'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).create(details)).rejects.toMatchObject({ status: 422 })
      })
  })

  it('are changed', async () => {
    await operatorInteraction()
      .uponReceiving('a request to change a webhook endpoint')
      .withRequest('POST', `${ENDPOINTS}/${ID}`, withBody({ ...DETAILS, _method: 'patch' }))
      .willRespondWith(200, response => response.jsonBody({ data: endpoint }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).update(ID, DETAILS)).id).toBe(ID)
      })
  })

  it('get another secret', async () => {
    await operatorInteraction()
      .uponReceiving('a request for another webhook secret')
      .withRequest('POST', `${ENDPOINTS}/${ID}/roll-secret`, withBody())
      .willRespondWith(200, response => response.jsonBody({ data: { ...endpoint, secret } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).rollSecret(ID)).secret).toMatch(/^whsec_/)
      })
  })

  it('are resumed', async () => {
    await operatorInteraction(true)
      .uponReceiving('a request to resume a webhook endpoint')
      .withRequest('POST', `${ENDPOINTS}/${ID}/resume`, withBody())
      .willRespondWith(200, response => response.jsonBody({ data: endpoint }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).resume(ID)).paused_at).toBeNull()
      })
  })

  it('are tested', async () => {
    await operatorInteraction()
      .uponReceiving('a request to test a webhook endpoint')
      .withRequest('POST', `${ENDPOINTS}/${ID}/test`, withBody())
      .willRespondWith(200, response => response.jsonBody({ data: { message_id: string('msg_1') } }))
      .executeTest(({ url }) => apiAt(url).test(ID))
  })

  it('are not tested while they are paused', async () => {
    await operatorInteraction(true)
      .uponReceiving('a request to test a paused webhook endpoint')
      .withRequest('POST', `${ENDPOINTS}/${ID}/test`, withBody())
      .willRespondWith(400, refusalOf('errors.webhook_endpoint_paused'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).test(ID)).rejects.toMatchObject({ status: 400 })
      })
  })

  it('are deleted', async () => {
    await operatorInteraction()
      .uponReceiving('a request to delete a webhook endpoint')
      .withRequest('DELETE', `${ENDPOINTS}/${ID}`, withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).remove(ID))
  })
})

describe('the log of a webhook endpoint', () => {
  it('has the attempts of each message', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the log of a webhook endpoint')
      .withRequest('GET', `${ENDPOINTS}/${ID}/deliveries`, withQuery({ offset: '0' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({
            id: integer(DELIVERY),
            message_id: string('msg_1'),
            type: string('ping'),
            created_at: instantLike('2026-11-21T18:00:00Z'),
            body: string('{}'),
            state: regex('^(pending|delivered|failed)$', 'pending'),
            next_attempt_at: instantLike('2026-11-21T18:01:00Z'),
            attempts: atLeastOneLike(attempt),
          }),
          meta: { total: integer(1), limit: integer(20), offset: integer(0) },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).deliveries(ID, 0)).data[0]?.attempts[0]?.error).toBe('status')
      })
  })

  it('delivers a message again', async () => {
    await operatorInteraction()
      .uponReceiving('a request to redeliver a webhook')
      .withRequest('POST', `/api/studio/webhook-deliveries/${DELIVERY}/redeliver`, withBody())
      .willRespondWith(200, response => response.jsonBody({ data: { id: integer(DELIVERY) } }))
      .executeTest(({ url }) => apiAt(url).redeliver(DELIVERY))
  })
})
