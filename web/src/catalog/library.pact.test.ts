import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { respondWithProblem, type State } from '@/shared/testing/pact'
import { PAGE_SIZE } from './listsApi'
import { streamUrl } from './model'
import { apiAt, givenRequest, instant, libraryItem, meta, signed } from './testing/pact'

const { atLeastOneLike, integer, string } = MatchersV3

describe('the library', () => {
  it('has rails of videos', async () => {
    const rail = {
      id: integer(1),
      title: string('Film room'),
      alias: string('film-room'),
      vod_media_items: atLeastOneLike(libraryItem, 1),
    }
    await givenRequest('a request for the rails of the library', '/api/vod-media-rails', { no_limit: '1' })
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(rail, 1) }))
      .executeTest(async server => {
        expect((await apiAt(server.url).libraryRails())[0]?.vod_media_items[0]?.title).toBe('The power play')
      })
  })

  it('has categories', async () => {
    await givenRequest('a request for the categories of the library', '/api/vod-media-categories', {
      no_limit: '1',
    })
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike({ id: integer(1), name: string('Film room') }, 1) }),
      )
      .executeTest(async server => {
        expect(await apiAt(server.url).libraryCategories()).toHaveLength(1)
      })
  })

  it('lists videos in pages, newest first', async () => {
    const query = { sort_field: 'date', limit: '20', offset: '0' }
    await givenRequest('a request for the items of the library', '/api/vod-media-items', query)
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(libraryItem, 1), meta }))
      .executeTest(async server => {
        const filters = { category_id: null, sort_field: 'date', limit: PAGE_SIZE, offset: 0 }
        expect((await apiAt(server.url).libraryItems(filters)).total).toBe(1)
      })
  })

  it('finds videos by words in the title, ten at a time', async () => {
    const query = { title: 'power', limit: '10', offset: '0', sort_field: 'date' }
    await givenRequest('a request to search the library by title', '/api/vod-media/search', query)
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(libraryItem, 1), meta }))
      .executeTest(async server => {
        expect((await apiAt(server.url).searchLibrary('power', 0)).items[0]?.title).toBe('The power play')
      })
  })

  it('returns a video with its signed stream', async () => {
    const recorded: State = ['a library item', { id: 5, title: 'The power play' }]
    await givenRequest('a request for a free library item', '/api/vod-media-items/5', {}, recorded)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...libraryItem,
            id: 5,
            media: [
              { id: integer(1), type: 3, url: signed, expires_at: instant },
              { id: integer(2), type: 5, url: signed, expires_at: instant },
              { id: integer(3), type: 1, url: signed, expires_at: instant },
            ],
          },
        }),
      )
      .executeTest(async server => {
        expect(streamUrl(await apiAt(server.url).libraryItem(5))?.url).toContain('/media/')
      })
  })

  it('does not return a video of another channel', async () => {
    await givenRequest('a request for an unknown library item', '/api/vod-media-items/404404')
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async server => {
        await expect(apiAt(server.url).libraryItem(404404)).rejects.toMatchObject({ status: 404 })
      })
  })
})
