import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { sessionAt, withQuery } from '@/shared/testing/pact'
import { StatusApi } from './statusApi'
import { visitorInteraction } from './testing/pact'

const { integer } = MatchersV3

describe('the status page', () => {
  it('is empty without events', async () => {
    await visitorInteraction()
      .uponReceiving('a request for the status page')
      .withRequest('GET', '/api/status-page', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: { live: [], faulty: [], faultless: integer(0), days: integer(14) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await new StatusApi(sessionAt(url)).page()).days).toBe(14)
      })
  })
})
