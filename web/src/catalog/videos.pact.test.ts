import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { interaction, viewerInteraction } from './testing/pact'
import { VideosApi } from './videosApi'

const { atLeastOneLike, boolean, integer, regex, string } = MatchersV3

const EVENT = 51
const UPLOAD = 61
const OWNER = { kind: 'event', key: String(EVENT) } as const
const VIDEOS = `/api/studio/events/${EVENT}/videos`
const RECORDING = `/api/studio/events/${EVENT}/recording`
const apiAt = (host: string) => new VideosApi(sessionAt(host))
const operatorInteraction = () =>
  interaction([
    'an operator and an upload',
    { api_key: API_KEY, email: EMAIL, event_id: EVENT, upload_id: UPLOAD },
  ])
const video = {
  id: integer(1),
  name: string('game'),
  state: string('ready'),
  progress: integer(100),
  failure_message: string(''),
  warning: string(''),
}
const upload = {
  id: integer(UPLOAD),
  file_name: string('asked.mp4'),
  size: integer(4),
  offset: integer(4),
  state: string('failed'),
  failure_message: string('The disk is full.'),
  expires_at: regex('^[0-9T:.-]+Z$', '2026-11-28T18:00:00Z'),
}
const effects = {
  video_count: integer(1),
  clip_count: integer(0),
  download_count: integer(0),
  pass_count: integer(0),
  order_count: integer(0),
}

describe('the videos of an event', () => {
  it('are listed with its uploads', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the videos of an event')
      .withRequest('GET', VIDEOS, withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            recording_state: string(''),
            clip_count: integer(0),
            videos: atLeastOneLike(video, 1),
            uploads: atLeastOneLike(upload, 1),
            max_upload_bytes: integer(20_000_000_000),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(OWNER)).uploads[0]?.file_name).toBe('asked.mp4')
      })
  })

  it('are hidden', async () => {
    await operatorInteraction()
      .uponReceiving('a request to hide the recording of an event')
      .withRequest('POST', RECORDING, withBody({ action: 'hide', confirm: false }))
      .willRespondWith(200, response => response.jsonBody({ data: { ...effects, is_done: boolean(true) } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).change(OWNER, 'hide', false)).is_done).toBe(true)
      })
  })

  it('are made again from a stored file', async () => {
    await operatorInteraction()
      .uponReceiving('a request to make the video of a stored file once more')
      .withRequest('POST', `/api/studio/uploads/${UPLOAD}/retry`, withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: { id: integer(UPLOAD) } }))
      .executeTest(({ url }) => apiAt(url).retry(UPLOAD))
  })
})

describe('the videos of a library item', () => {
  const ITEM = { kind: 'library_item', key: '5' } as const
  const itemInteraction = () =>
    viewerInteraction(['a library item', { id: 5 }], ['an operator', { email: EMAIL }])

  it('are listed', async () => {
    await itemInteraction()
      .uponReceiving('a request for the videos of a library item')
      .withRequest('GET', '/api/studio/library-items/5/videos', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: { recording_state: string(''), videos: atLeastOneLike({ id: integer(1), captions: [] }, 1) },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(ITEM)).videos).toHaveLength(1)
      })
  })

  it('are hidden', async () => {
    await itemInteraction()
      .uponReceiving('a request to hide the videos of a library item')
      .withRequest(
        'POST',
        '/api/studio/library-items/5/recording',
        withBody({ action: 'hide', confirm: false }),
      )
      .willRespondWith(200, response => response.jsonBody({ data: { is_done: boolean(true) } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).change(ITEM, 'hide', false)).is_done).toBe(true)
      })
  })
})
