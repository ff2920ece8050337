import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  createInteractions,
  type PactResponse,
  respondWithProblem,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { SponsorsApi } from './sponsorsApi'

const { integer, number } = MatchersV3

const { interaction, visitorInteraction } = createInteractions('analytics')
const apiAt = (host: string) => new SponsorsApi(sessionAt(host))

/** In the contracts, the time is noon on the last of these days. */
const PERIOD = { from: '2026-10-25', to: '2026-11-21' }

/** An operator of a channel without sponsors. */
const operatorInteraction = () =>
  interaction([
    'an operator and a season of views',
    { api_key: API_KEY, email: 'nora@example.com', event_id: 12, days: 1 },
  ])

const figures = {
  impressions: integer(0),
  first_quartile: integer(0),
  midpoint: integer(0),
  third_quartile: integer(0),
  complete: integer(0),
  clicks: integer(0),
  completion_rate: number(0),
  click_rate: number(0),
}

const notFound = (response: PactResponse) => respondWithProblem(response, 404)

describe('the reports of sponsors', () => {
  it('list the sponsors with their figures', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the sponsors of a channel')
      .withRequest('GET', '/api/studio/sponsors', withQuery(PERIOD))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { span: PERIOD, sponsors: [], totals: figures } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(PERIOD)).sponsors).toEqual([])
      })
  })

  it('need a sponsor of the channel', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the report of an unknown sponsor')
      .withRequest('GET', '/api/studio/sponsors/unknown', withQuery(PERIOD))
      .willRespondWith(404, notFound)
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).report('unknown', PERIOD)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('have links of the sponsors of the channel only', async () => {
    await operatorInteraction()
      .uponReceiving('a request to revoke an unknown link of a sponsor')
      .withRequest('DELETE', '/api/studio/sponsors/unknown/links/7', withQuery())
      .willRespondWith(404, notFound)
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).revokeLink('unknown', 7)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('do not open with an invalid link', async () => {
    await visitorInteraction()
      .uponReceiving('a request for a sponsor report with an invalid link')
      .withRequest('POST', '/api/sponsor-reports/show', withBody({ token: 'x'.repeat(43), ...PERIOD }))
      .willRespondWith(400, response => respondWithProblem(response, 400, 'errors.sponsor_link'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).linkedReport('x'.repeat(43), PERIOD)).rejects.toMatchObject({ status: 400 })
      })
  })
})
