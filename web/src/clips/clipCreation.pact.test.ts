import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  respondWithFieldErrors,
  respondWithProblem,
  respondWithRefusal,
  withBody,
} from '@/shared/testing/pact'
import {
  apiAt,
  EXHAUSTED_PASS,
  mediaId,
  PASS,
  RECORDED,
  respondWithClip,
  viewerInteraction,
  visitorInteraction,
} from './testing/pact'

const { integer, nullValue, regex } = MatchersV3

const NEW_CLIP = {
  event_id: 12,
  event_media_id: 30,
  name: 'Glove save',
  start_time: 10.04,
  duration: 12.5,
  tags: ['Save'],
}
const requestBody = (changes: object = {}) => withBody({ ...NEW_CLIP, event_media_id: mediaId, ...changes })

describe('a clip', () => {
  it('plays as soon as it is saved, before its file is cut', async () => {
    const unmade = {
      state: regex('^(queued|processing)$', 'queued'),
      progress: integer(0),
      ahead: integer(0),
      size: nullValue(),
      name: 'Glove save',
      start_time: 10.04,
      duration: 12.5,
      tags: ['Save'],
    }
    await viewerInteraction(RECORDED, PASS)
      .uponReceiving('a request to create a clip of 12.5 seconds')
      .withRequest('POST', '/api/clip', requestBody())
      .willRespondWith(201, respondWithClip(unmade))
      .executeTest(async ({ url }) => {
        const clip = await apiAt(url).save(NEW_CLIP)
        expect(clip).toMatchObject({ duration: 12.5, is_own: true })
        expect(clip.url).toMatch(/master\.m3u8$/)
      })
  })

  it('has a name and a tag', async () => {
    await viewerInteraction(RECORDED, PASS)
      .uponReceiving('a request to create a clip without a name and tags')
      .withRequest('POST', '/api/clip', requestBody({ name: '', tags: [] }))
      .willRespondWith(422, response => {
        respondWithFieldErrors(response, { name: 'errors.required', tags: 'errors.tag_required' })
      })
      .executeTest(async ({ url }) => {
        const refused = apiAt(url).save({ ...NEW_CLIP, name: '', tags: [] })
        await expect(refused).rejects.toMatchObject({ errors: { tags: [{ code: 'errors.tag_required' }] } })
      })
  })

  it('is no longer than 5 minutes', async () => {
    await viewerInteraction(RECORDED, PASS)
      .uponReceiving('a request to create a clip of 301 seconds')
      .withRequest('POST', '/api/clip', requestBody({ duration: 301 }))
      .willRespondWith(422, response => {
        respondWithFieldErrors(response, { duration: 'errors.too_long' })
      })
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save({ ...NEW_CLIP, duration: 301 })).rejects.toMatchObject({ status: 422 })
      })
  })

  it('ends within the game', async () => {
    await viewerInteraction(RECORDED, PASS)
      .uponReceiving('a request to create a clip after the end of the recording')
      .withRequest('POST', '/api/clip', requestBody({ start_time: 55, duration: 10 }))
      .willRespondWith(400, response => {
        respondWithRefusal(response, 400, 'errors.clip_past_end')
      })
      .executeTest(async ({ url }) => {
        const refused = apiAt(url).save({ ...NEW_CLIP, start_time: 55, duration: 10 })
        await expect(refused).rejects.toMatchObject({ code: 'errors.clip_past_end' })
      })
  })

  it('cannot be created without a pass', async () => {
    await viewerInteraction(RECORDED)
      .uponReceiving('a request to create a clip without a pass')
      .withRequest('POST', '/api/clip', requestBody())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save(NEW_CLIP)).rejects.toMatchObject({ status: 403 })
      })
  })

  it('cannot be created when the pass has no clips left', async () => {
    await viewerInteraction(RECORDED, EXHAUSTED_PASS)
      .uponReceiving('a request to create more clips than the pass allows')
      .withRequest('POST', '/api/clip', requestBody())
      .willRespondWith(403, response => {
        respondWithRefusal(response, 403, 'errors.clips_used')
      })
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save(NEW_CLIP)).rejects.toMatchObject({ code: 'errors.clips_used' })
      })
  })

  it('cannot be created by a visitor', async () => {
    await visitorInteraction(RECORDED)
      .uponReceiving('a request by a visitor to create a clip')
      .withRequest('POST', '/api/clip', requestBody())
      .willRespondWith(401, response => respondWithProblem(response, 401))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save(NEW_CLIP)).rejects.toMatchObject({ status: 401 })
      })
  })
})
