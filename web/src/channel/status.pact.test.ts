import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { instantLike, sessionAt, withQuery } from '@/shared/testing/pact'
import { StatusApi } from './statusApi'
import { visitorInteraction } from './testing/pact'

const { atLeastOneLike, integer, string } = MatchersV3

describe('the status page', () => {
  it('shows what is live and what went wrong', async () => {
    await visitorInteraction()
      .uponReceiving('a request for the status page')
      .withRequest('GET', '/api/status-page', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            live: atLeastOneLike({
              id: integer(3),
              name: string('Harlan Falls @ Cedar Ridge'),
              starts_at: instantLike('2026-11-21T17:20:00Z'),
              outages: [],
              paid_back: 0,
            }),
            faulty: [],
            faultless: integer(0),
            days: integer(14),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await new StatusApi(sessionAt(url)).page()).days).toBe(14)
      })
  })
})
