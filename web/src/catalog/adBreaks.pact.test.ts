import { MatchersV3 } from '@pact-foundation/pact'
import { expect, it } from 'vitest'
import { createInteractions, sessionAt, withBody } from '@/shared/testing/pact'
import { AdBreakApi } from './adBreakApi'

const { integer, nullValue, regex } = MatchersV3

const { visitorInteraction } = createInteractions('catalog')

it('an ad break without sponsors has a house ad and no token', async () => {
  await visitorInteraction(['an event', { id: 12, stream_status: 'finished' }])
    .uponReceiving('a request for an ad break before a game')
    .withRequest('POST', '/api/ad-breaks', withBody({ event_id: 12 }))
    .willRespondWith(200, response =>
      response.jsonBody({
        data: {
          preroll_id: integer(1),
          sponsor: nullValue(),
          token: nullValue(),
          day: regex('^\\d{4}-\\d{2}-\\d{2}$', '2026-11-21'),
        },
      }),
    )
    .executeTest(async ({ url }) => {
      expect((await new AdBreakApi(sessionAt(url)).create(12, null)).token).toBeNull()
    })
})
