import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, type State, withQuery } from '@/shared/testing/pact'
import { apiAt, givenRequest, libraryItem, meta, row, viewerInteraction } from './testing/pact'

const { atLeastOneLike, integer, string } = MatchersV3

const EVENT: State = ['an event', { id: 12 }]

describe('a request by IDs', () => {
  it('returns games', async () => {
    await givenRequest(
      'a request for two games by ID',
      '/api/events',
      { id: ['12', '99'], limit: '2' },
      EVENT,
    )
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(row, 1), meta }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).eventsById([12, 99]))[0]?.id).toBe(12)
      })
  })

  it('returns videos', async () => {
    await givenRequest(
      'a request for a library item by ID',
      '/api/vod-media-items',
      { id: ['5'], limit: '1' },
      ['a library item', { id: 5 }],
    )
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(libraryItem, 1), meta }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).libraryItemsById([5]))[0]?.id).toBe(5)
      })
  })

  it('is not sent without IDs', async () => {
    expect(await apiAt('http://nowhere.invalid').eventsById([])).toEqual([])
    expect(await apiAt('http://nowhere.invalid').libraryItemsById([])).toEqual([])
  })
})

describe('the games of followed teams', () => {
  it('are returned in the requested order', async () => {
    const order = { sort_field: 'event_utc_ts', sort_direction: 'asc', limit: '12' }
    await viewerInteraction(EVENT, ['a favorite', { email: EMAIL, id: 1, event_id: 12 }])
      .uponReceiving('a request for upcoming games of favorites')
      .withRequest(
        'GET',
        '/api/events/favorite',
        withQuery({ stream_status: ['live', 'upcoming'], ...order }),
      )
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(row, 1), meta }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).followed(['live', 'upcoming'], 'asc'))[0]?.id).toBe(12)
      })
  })
})

describe('the teams', () => {
  it('are returned in one response, by name', async () => {
    await givenRequest('a request for all teams sorted by name', '/api/participants', {
      no_limit: '1',
      sort_field: 'name',
    })
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({ id: integer(1), name: string('Timber'), alias: string('timber') }, 1),
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).participants())[0]?.alias).toBe('timber')
      })
  })

  it('of a school are filtered by its alias, and include their category', async () => {
    const game: State = ['an event', { id: 12, stream_status: 'finished' }]
    const query = { group: 'cedar-ridge', no_limit: '1', sort_field: 'name' }
    await givenRequest('a request for the teams of a school', '/api/participants', query, game)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike(
            { id: integer(1), name: string('Cedar Ridge'), event_category_id: integer(1) },
            1,
          ),
        }),
      )
      .executeTest(async server => {
        const teams = await apiAt(server.url).participants(undefined, 'cedar-ridge')
        expect(teams[0]?.event_category_id).toBe(1)
      })
  })
})
