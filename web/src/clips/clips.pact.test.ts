import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { respondWithProblem, respondWithRefusal, withBody, withQuery } from '@/shared/testing/pact'
import {
  apiAt,
  clipState,
  DOWNLOADED_CLIP,
  FEATURED_CLIP,
  OTHER_VIEWERS_CLIP,
  RECORDED,
  respondWithClip,
  respondWithClips,
  respondWithFeaturedClips,
  UUID,
  viewerInteraction,
  visitorInteraction,
} from './testing/pact'

const { nullValue, regex } = MatchersV3

/** The fields of a clip for viewers who are not its owner. */
const SHARED_CLIP_FIELDS = { uuid: nullValue(), share_url: nullValue(), is_own: false }

describe('a clip', () => {
  it('returns the state of its file to its creator', async () => {
    await viewerInteraction(RECORDED, clipState())
      .uponReceiving('a request by the creator for a clip')
      .withRequest('GET', '/api/clip/7', withQuery())
      .willRespondWith(200, respondWithClip({ id: 7 }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).get(7)).toMatchObject({ state: 'ready', is_own: true })
      })
  })

  it('that could not be cut returns the reason', async () => {
    const reason = {
      failure_message: 'The recording has a gap in this range. Move the start by a second and try again.',
      failure_code: 'errors.recording_gap',
    }
    const failed = { state: 'failed', progress: 0, ...reason, size: nullValue() }
    await viewerInteraction(RECORDED, clipState({ state: 'failed', ...reason }))
      .uponReceiving('a request for a clip that failed')
      .withRequest('GET', '/api/clip/7', withQuery())
      .willRespondWith(200, respondWithClip({ id: 7, ...failed }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).get(7)).toMatchObject(reason)
      })
  })

  it('of a free game can be watched by anyone, without the creator’s link', async () => {
    await visitorInteraction(RECORDED, clipState())
      .uponReceiving('a request by a visitor for a clip')
      .withRequest('GET', '/api/clip/7', withQuery())
      .willRespondWith(200, respondWithClip({ id: 7, ...SHARED_CLIP_FIELDS }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).get(7)).toMatchObject({ uuid: null, is_own: false })
      })
  })

  it('that does not exist is not found', async () => {
    await visitorInteraction()
      .uponReceiving('a request for an unknown clip')
      .withRequest('GET', '/api/clip/999', withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).get(999)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('appears in the list of its game', async () => {
    await visitorInteraction(RECORDED, clipState())
      .uponReceiving('a request for the clips of a game')
      .withRequest('GET', '/api/clips/event/12', withQuery({ limit: '20', offset: '0' }))
      .willRespondWith(200, respondWithClips(SHARED_CLIP_FIELDS))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).listForEvent(12, 0)).items[0]?.event_id).toBe(12)
      })
  })

  it('appears on the home page if the channel features it', async () => {
    await visitorInteraction(RECORDED, clipState(), FEATURED_CLIP)
      .uponReceiving('a request for the featured clips')
      .withRequest('GET', '/api/clips/featured', withQuery())
      .willRespondWith(200, respondWithFeaturedClips)
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).listFeatured())[0]).toMatchObject({ id: 7, event_id: 12 })
      })
  })

  it('appears in the list of its creator', async () => {
    await viewerInteraction(RECORDED, clipState())
      .uponReceiving('a request for the viewer’s clips')
      .withRequest('GET', '/api/clips/user', withQuery({ kind: 'clips', limit: '20', offset: '0' }))
      .willRespondWith(200, respondWithClips())
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).listOwn('clips', 0)).items[0]?.kind).toBe('clips')
      })
  })

  it('appears in the list of the viewer who downloaded it', async () => {
    await viewerInteraction(RECORDED, clipState(), DOWNLOADED_CLIP)
      .uponReceiving('a request for the viewer’s downloads')
      .withRequest('GET', '/api/clips/user', withQuery({ kind: 'downloads', limit: '20', offset: '0' }))
      .willRespondWith(200, respondWithClips({ kind: 'downloads' }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).listOwn('downloads', 0)).items[0]?.kind).toBe('downloads')
      })
  })

  it('can be renamed and tagged', async () => {
    const changes = { name: 'Off the post', tags: ['Save', 'Goal'] }
    await viewerInteraction(RECORDED, clipState())
      .uponReceiving('a request to change the name and tags of a clip')
      .withRequest('POST', '/api/clip/7', withBody({ _method: 'patch', ...changes }))
      .willRespondWith(200, respondWithClip({ id: 7, ...changes }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).update(7, changes)).toMatchObject(changes)
      })
  })

  it('of another viewer cannot be changed', async () => {
    await viewerInteraction(RECORDED, OTHER_VIEWERS_CLIP)
      .uponReceiving('a request to change the clip of another viewer')
      .withRequest('POST', '/api/clip/7', withBody({ _method: 'patch', name: 'Mine' }))
      .willRespondWith(403, response => {
        respondWithRefusal(response, 403, 'errors.not_clip_owner')
      })
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).update(7, { name: 'Mine' })).rejects.toMatchObject({ status: 403 })
      })
  })

  it('that failed can be retried', async () => {
    await viewerInteraction(RECORDED, clipState({ state: 'failed' }))
      .uponReceiving('a request to retry a clip that failed')
      .withRequest('POST', '/api/clip/7/retry', withBody())
      .willRespondWith(200, respondWithClip({ id: 7, state: 'queued', progress: 0, size: nullValue() }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).retry(7)).state).toBe('queued')
      })
  })

  it('is deleted', async () => {
    await viewerInteraction(RECORDED, clipState())
      .uponReceiving('a request to delete a clip')
      .withRequest('DELETE', '/api/clip/7', withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).delete(7))
  })
})

describe('a shared clip', () => {
  it('plays for a visitor who has its link', async () => {
    await visitorInteraction(RECORDED, clipState())
      .uponReceiving('a request for a shared clip')
      .withRequest('GET', '/api/shared-clip/7', withQuery({ uuid: UUID }))
      .willRespondWith(200, respondWithClip({ id: 7, uuid: UUID, is_own: false }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).getShared(7, UUID)).url).toMatch(/master\.m3u8$/)
      })
  })

  it('is reported by a visitor', async () => {
    await visitorInteraction(RECORDED, clipState())
      .uponReceiving('a request to report a clip')
      .withRequest('POST', '/api/clip/7/report', withBody({ reason: 'person', text: 'That is my son.' }))
      .willRespondWith(200, response => response.jsonBody({ data: { reported: true } }))
      .executeTest(({ url }) => apiAt(url).report(7, { reason: 'person', text: 'That is my son.' }))
  })

  it('is not found under another link', async () => {
    const old = '00000000-0000-4000-8000-000000000000'
    await visitorInteraction(RECORDED, clipState())
      .uponReceiving('a request for a shared clip with an unknown link')
      .withRequest('GET', '/api/shared-clip/7', withQuery({ uuid: old }))
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).getShared(7, old)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('has a new link after it was unshared', async () => {
    const other = regex('^[0-9a-f-]{36}$', 'a1f0c9f6-8a54-4b57-9d3f-2f1f0e6f4c11')
    await viewerInteraction(RECORDED, clipState())
      .uponReceiving('a request to unshare a clip')
      .withRequest('POST', '/api/clip/7/unshare', withBody())
      .willRespondWith(200, respondWithClip({ id: 7, uuid: other }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).resetShareLink(7)).uuid).not.toBe(UUID)
      })
  })
})
