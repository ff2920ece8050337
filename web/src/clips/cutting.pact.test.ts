import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { problem, refusal } from '@/shared/testing/pact'
import {
  answersClip,
  apiAt,
  aViewer,
  aVisitor,
  PASS,
  RECORDED,
  sends,
  theMedium,
  USED_UP,
} from './testing/pact'

const { integer, nullValue, regex } = MatchersV3

const WISH = {
  event_id: 12,
  event_media_id: 30,
  name: 'Glove save',
  start_time: 10.04,
  duration: 12.5,
  tags: ['Save'],
}
const asked = (changes: object = {}) => sends({ ...WISH, event_media_id: theMedium, ...changes })

describe('a clip', () => {
  it('plays as soon as it is saved; its file is still to be cut', async () => {
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
    await aViewer(RECORDED, PASS)
      .uponReceiving('the wish to keep 12.5 seconds of a game')
      .withRequest('POST', '/api/clip', asked())
      .willRespondWith(201, answersClip(unmade))
      .executeTest(async ({ url }) => {
        const clip = await apiAt(url).save(WISH)
        expect(clip).toMatchObject({ duration: 12.5, is_own: true })
        expect(clip.url).toMatch(/master\.m3u8$/)
      })
  })

  it('has a name and a tag', async () => {
    await aViewer(RECORDED, PASS)
      .uponReceiving('the wish to keep a clip without a name and tags')
      .withRequest('POST', '/api/clip', asked({ name: '', tags: [] }))
      .willRespondWith(422, answer => {
        problem(answer, 422).jsonBody({
          status: 422,
          errors: { name: ['Field is required'], tags: ['Please select tag'] },
        })
      })
      .executeTest(async ({ url }) => {
        const refused = apiAt(url).save({ ...WISH, name: '', tags: [] })
        await expect(refused).rejects.toMatchObject({ errors: { tags: ['Please select tag'] } })
      })
  })

  it('is no longer than 5 minutes', async () => {
    await aViewer(RECORDED, PASS)
      .uponReceiving('the wish to keep 301 seconds')
      .withRequest('POST', '/api/clip', asked({ duration: 301 }))
      .willRespondWith(422, answer => {
        problem(answer, 422).jsonBody({
          status: 422,
          errors: { duration: ['Field length must be less than 300'] },
        })
      })
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save({ ...WISH, duration: 301 })).rejects.toMatchObject({ status: 422 })
      })
  })

  it('ends within the game', async () => {
    await aViewer(RECORDED, PASS)
      .uponReceiving('the wish to keep what comes after the end')
      .withRequest('POST', '/api/clip', asked({ start_time: 55, duration: 10 }))
      .willRespondWith(400, answer => {
        refusal(answer, 400, 'Your clip duration is longer than the end time')
      })
      .executeTest(async ({ url }) => {
        const refused = apiAt(url).save({ ...WISH, start_time: 55, duration: 10 })
        await expect(refused).rejects.toThrow('Your clip duration is longer than the end time')
      })
  })

  it('is not made without a pass', async () => {
    await aViewer(RECORDED)
      .uponReceiving('the wish to keep a clip without a pass')
      .withRequest('POST', '/api/clip', asked())
      .willRespondWith(403, answer => problem(answer, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save(WISH)).rejects.toMatchObject({ status: 403 })
      })
  })

  it('is not made when all of a pass are', async () => {
    await aViewer(RECORDED, USED_UP)
      .uponReceiving('the wish to keep one clip too many')
      .withRequest('POST', '/api/clip', asked())
      .willRespondWith(403, answer => {
        refusal(answer, 403, 'You have made all 50 clips of your pass.')
      })
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save(WISH)).rejects.toThrow('You have made all 50 clips of your pass.')
      })
  })

  it('is nothing that a visitor makes', async () => {
    await aVisitor(RECORDED)
      .uponReceiving('a visitor who wants to keep a clip')
      .withRequest('POST', '/api/clip', asked())
      .willRespondWith(401, answer => problem(answer, 401))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).save(WISH)).rejects.toMatchObject({ status: 401 })
      })
  })
})
