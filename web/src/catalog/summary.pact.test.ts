import { MatchersV3 } from '@pact-foundation/pact'
import { expect, it } from 'vitest'
import { fromState } from '@/shared/testing/pact'
import { toSource } from './stores/SummaryStore'
import { apiAt, givenRequest, instant, signed } from './testing/pact'

const { atLeastOneLike, integer } = MatchersV3

it('a summary of a game is a signed playlist of ranges', async () => {
  const query = { kind: 'moments', media_id: fromState('media_id', '3') }
  await givenRequest('a request for the moments of a game', '/api/events/12/summary', query, [
    'an event with moments',
    { id: 12 },
  ])
    .willRespondWith(200, response =>
      response.jsonBody({
        data: {
          kind: 'moments',
          url: signed,
          expires_at: instant,
          duration_ms: integer(2000),
          ranges: atLeastOneLike(
            {
              start_ms: integer(0),
              end_ms: integer(2000),
              at_ms: integer(1_795_300_000_000),
              until_ms: integer(1_795_300_002_000),
            },
            1,
          ),
        },
      }),
    )
    .executeTest(async server => {
      const summary = await apiAt(server.url).summary(12, { kind: 'moments', mediaId: 3 })
      expect(summary?.ranges[0]?.end_ms).toBe(2000)
      expect(toSource(summary)?.url).toContain('/media/')
    })
})
