import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, type State, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { HighlightsApi } from './highlightsApi'
import { clip, RECORDED, viewerInteraction, visitorInteraction } from './testing/pact'

const { atLeastOneLike, boolean, integer, nullValue, number, regex, string } = MatchersV3

const STUDIO = '/api/studio/events/12/highlights'
const MODERATOR: State = ['a moderator', { email: EMAIL }]
const HIGHLIGHTS: State = ['highlights', { id: 7, event_id: 12 }]
const apiAt = (host: string) => new HighlightsApi(sessionAt(host))
const moderatorInteraction = () => viewerInteraction(RECORDED, HIGHLIGHTS, MODERATOR)
const studioClip = {
  id: integer(7),
  name: string('Glove save'),
  duration: number(12.5),
  state: 'ready',
  progress: 100,
  failure_message: nullValue(),
  hidden: false,
  featured: false,
  poster: regex('^/media/.+$', '/media/token/clips/7-a/poster.jpg'),
  share_url: regex('^.*/share/\\d+/[0-9a-f-]{36}$', '/share/7/3f0c9f6e-8a54-4b57-9d3f-2f1f0e6f4c11'),
}
const studioHighlights = {
  highlights: atLeastOneLike(
    { id: integer(7), name: string('Goal – T1 1–0'), at_ms: integer(1_795_000_000_000), clip: studioClip },
    1,
  ),
  reel: { waiting: boolean(true), clip: studioClip },
}

describe('the highlights of an event', () => {
  it('are clips of the channel, with a reel of all of them', async () => {
    const shown = { ...clip, is_own: false }
    const { event: _, ...reel } = shown
    await visitorInteraction(RECORDED, HIGHLIGHTS)
      .uponReceiving('a request for the highlights of an event')
      .withRequest('GET', '/api/clips/event/12/highlights', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            highlights: atLeastOneLike(
              { ...shown, origin: 'highlight', at_ms: integer(1_795_000_000_000) },
              1,
            ),
            reel: { ...reel, origin: 'reel' },
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const { highlights, reel: found } = await apiAt(url).list(12)
        expect(highlights[0]?.origin).toBe('highlight')
        expect(found?.origin).toBe('reel')
      })
  })

  it('are listed for operators with the state of the reel', async () => {
    await moderatorInteraction()
      .uponReceiving('a request for the highlights of an event in the studio')
      .withRequest('GET', STUDIO, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: studioHighlights }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).listForStudio(12)).highlights[0]?.clip?.id).toBe(7)
      })
  })

  it('are put in order', async () => {
    await moderatorInteraction()
      .uponReceiving('a request to put highlights in order')
      .withRequest('POST', `${STUDIO}/order`, withBody({ _method: 'put', ids: [7] }))
      .willRespondWith(200, response => response.jsonBody({ data: studioHighlights }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).arrange(12, [7])).highlights).toHaveLength(1)
      })
  })

  it('are dropped', async () => {
    await moderatorInteraction()
      .uponReceiving('a request to drop a highlight')
      .withRequest('POST', '/api/studio/clips/7/hide', withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: { id: integer(7), hidden: true } }))
      .executeTest(({ url }) => apiAt(url).act(7, 'hide'))
  })
})
