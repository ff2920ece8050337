import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { respondWithProblem, respondWithRefusal, withQuery } from '@/shared/testing/pact'
import { apiAt, clipState, EVENT_FILE, file, PASS, RECORDED, viewerInteraction } from './testing/pact'

const { integer, nullValue, regex } = MatchersV3

describe('the file of a clip', () => {
  it('has a URL and a name', async () => {
    await viewerInteraction(RECORDED, PASS, clipState())
      .uponReceiving('a request for the file of a clip')
      .withRequest('GET', '/api/clip/download/7', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: file }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).download(7)).filename).toMatch(/\.mp4$/)
      })
  })

  it('is not returned before it is ready', async () => {
    await viewerInteraction(RECORDED, PASS, clipState({ state: 'queued' }))
      .uponReceiving('a request for the file of a clip that is not ready')
      .withRequest('GET', '/api/clip/download/7', withQuery())
      .willRespondWith(400, response => {
        respondWithRefusal(response, 400, 'errors.clip_processing')
      })
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).download(7)).rejects.toMatchObject({ code: 'errors.clip_processing' })
      })
  })

  it('requires a pass', async () => {
    await viewerInteraction(RECORDED, clipState())
      .uponReceiving('a request for the file of a clip without a pass')
      .withRequest('GET', '/api/clip/download/7', withQuery())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).download(7)).rejects.toMatchObject({ status: 403 })
      })
  })
})

describe('the file of a whole game', () => {
  it('is created on the first request', async () => {
    const queuedFile = {
      ...file,
      filename: regex('^\\d{4}-\\d{2}-\\d{2} .+\\.mp4$', '2026-11-20 19.30 Team 1 @ Team 2.mp4'),
      state: regex('^(queued|processing)$', 'queued'),
      progress: integer(0),
      url: nullValue(),
      size: nullValue(),
      expires_at: nullValue(),
      failure_message: nullValue(),
      failure_code: nullValue(),
    }
    await viewerInteraction(RECORDED, PASS)
      .uponReceiving('a request to prepare the file of a game')
      .withRequest('GET', '/api/download-event/12', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: queuedFile }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).eventFile(12)).url).toBeNull()
      })
  })

  it('has a URL when it is ready', async () => {
    const ready = {
      ...file,
      state: 'ready',
      progress: 100,
      failure_message: nullValue(),
      failure_code: nullValue(),
    }
    await viewerInteraction(RECORDED, PASS, EVENT_FILE)
      .uponReceiving('a request for the file of a game')
      .withRequest('GET', '/api/download-event/12', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: ready }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).eventFile(12)).url).toMatch(/^\/media\//)
      })
  })

  it('requires a pass', async () => {
    await viewerInteraction(RECORDED)
      .uponReceiving('a request for the file of a game without a pass')
      .withRequest('GET', '/api/download-event/12', withQuery())
      .willRespondWith(403, response => respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).eventFile(12)).rejects.toMatchObject({ status: 403 })
      })
  })
})
