import { MatchersV3 } from '@pact-foundation/pact'
import { expect, it } from 'vitest'
import { apiAt, givenRequest, instant, meta, row } from './testing/pact'

it('the games that run now include a recording that is shown as live', async () => {
  const shown = {
    ...row,
    id: 15,
    stream_status: 'finished',
    simulation: { state: 'live', starts_at: instant },
  }
  await givenRequest('a request for the games that run now', '/api/events/running', {}, [
    'a simulated event',
    { id: 15, starts_in: -1 },
  ])
    .willRespondWith(200, response => response.jsonBody({ data: MatchersV3.atLeastOneLike(shown, 1), meta }))
    .executeTest(async server => {
      const [event] = await apiAt(server.url).running()
      expect(event?.simulation?.state).toBe('live')
    })
})
