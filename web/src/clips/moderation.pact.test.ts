import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, instantLike, type State, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { ModerationApi } from './moderationApi'
import { clipState, RECORDED, viewerInteraction } from './testing/pact'

const { atLeastOneLike, boolean, eachLike, integer, nullValue, number, regex, string } = MatchersV3

const CLIPS = '/api/studio/clips'
const apiAt = (host: string) => new ModerationApi(sessionAt(host))
const MODERATOR: State = ['a moderator', { email: EMAIL }]
const REPORT: State = ['a reported clip', { id: 7 }]
const moderatorInteraction = () => viewerInteraction(RECORDED, clipState(), REPORT, MODERATOR)
const instant = instantLike('2026-11-22T18:00:00Z')
const fileUrl = regex('^/media/.+$', '/media/token/clips/7-a/file/clip.mp4')
const clip = {
  id: integer(7),
  name: string('Glove save'),
  creator: { name: string('Maya Halvorsen'), blocked: boolean(false) },
  event: { id: integer(12), name: string('Team 1 @ Team 2') },
  duration: number(12.5),
  state: 'ready',
  failure_message: nullValue(),
  hidden: boolean(false),
  hidden_by_reports: boolean(false),
  name_approved: boolean(false),
  featured: boolean(false),
  created_at: instant,
  poster: fileUrl,
  preview: fileUrl,
}
const openReport = { reason: 'bullying', text: string('The name is mean.'), created_at: instant }

describe('the clips of a channel', () => {
  it('are listed with their open reports', async () => {
    await moderatorInteraction()
      .uponReceiving('a request for reported clips')
      .withRequest('GET', CLIPS, withQuery({ filter: 'reported', offset: '0' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({ ...clip, reports: eachLike(openReport) }, 1),
          meta: { total: integer(1) },
        }),
      )
      .executeTest(async ({ url }) => {
        const { items } = await apiAt(url).list('reported', '', 0)
        expect(items[0]?.reports[0]?.reason).toBe('bullying')
      })
  })

  it('are hidden with a reason', async () => {
    await moderatorInteraction()
      .uponReceiving('a request to hide a clip')
      .withRequest('POST', `${CLIPS}/7/hide`, withBody({ reason: 'A parent asked' }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...clip, hidden: true, reports: [] } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).act(7, 'hide', 'A parent asked')).hidden).toBe(true)
      })
  })

  it('are featured on the home page', async () => {
    await moderatorInteraction()
      .uponReceiving('a request to feature a clip')
      .withRequest('POST', `${CLIPS}/7/feature`, withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...clip, featured: true, reports: eachLike(openReport) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).act(7, 'feature')).featured).toBe(true)
      })
  })

  it('are deleted', async () => {
    await moderatorInteraction()
      .uponReceiving('a request to delete any clip')
      .withRequest('DELETE', `${CLIPS}/7`, withQuery({ reason: 'Wrong game' }))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).remove(7, 'Wrong game'))
  })
})
