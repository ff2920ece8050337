import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, respondWithProblem, type State, withQuery } from '@/shared/testing/pact'
import { eventsQuery, NO_FILTERS } from './filters'
import { PAGE_SIZE } from './listsApi'
import { streamUrl, toSignedUrl } from './model'
import {
  apiAt,
  file,
  givenRequest,
  instant,
  interaction,
  libraryItem,
  meta,
  row,
  signed,
  team,
} from './testing/pact'
import { watchStateOf } from './watchState'

const { atLeastOneLike, integer, like, nullValue, regex, string } = MatchersV3

describe('the list of games', () => {
  it('accepts every filter and is returned in pages', async () => {
    const filters = {
      ...NO_FILTERS,
      sport: 'hockey',
      gender: 'male',
      school: 'cedar-ridge',
      team: 'cedar-ridge-hockey',
      city: 'Cedar Ridge',
      state: 'ND',
      division: 'a',
      type: 'free',
      start_date: '2026-11-01',
      end_date: '2026-11-30',
    }
    const { start_date, end_date, sport, gender, school, team, city, state, division, type } = filters
    const params = { sport, gender, school, team, city, state, division, type, start_date, end_date }
    const page = { limit: String(PAGE_SIZE), offset: '0' }
    const order = { stream_status: 'finished', sort_field: 'event_utc_ts', sort_direction: 'desc' }
    const finished: State = ['an event', { id: 12, stream_status: 'finished' }]
    const query = { ...params, ...order, ...page }
    await givenRequest('a request for finished games with filters', '/api/events', query, finished)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({ ...row, score: { away: integer(2), home: integer(3) } }, 1),
          meta,
        }),
      )
      .executeTest(async server => {
        const query = { ...eventsQuery('/vod', filters), limit: PAGE_SIZE, offset: 0 }
        const { items, total } = await apiAt(server.url).events(query)
        expect(items[0]?.score?.home).toBe(3)
        expect(total).toBe(1)
      })
  })

  it('accepts several states', async () => {
    const query = {
      stream_status: ['live', 'upcoming'],
      sort_field: 'event_utc_ts',
      sort_direction: 'asc',
      limit: '20',
      offset: '0',
    }
    const live: State = ['an event', { id: 12, stream_status: 'live' }]
    await givenRequest('a request for live and upcoming games', '/api/events', query, live)
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(row, 1), meta }))
      .executeTest(async server => {
        const filters = { ...eventsQuery('/schedule', NO_FILTERS), limit: PAGE_SIZE, offset: 0 }
        expect((await apiAt(server.url).events(filters)).items).toHaveLength(1)
      })
  })

  it('lists a due game as upcoming until its stream starts', async () => {
    const query = {
      stream_status: ['live', 'upcoming'],
      on_air: 'false',
      sort_field: 'event_utc_ts',
      sort_direction: 'asc',
      limit: '20',
      offset: '0',
    }
    const running: State = ['an event', { id: 12, stream_status: 'live' }]
    await givenRequest('a request for upcoming games', '/api/events', query, running)
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(row, 1), meta }))
      .executeTest(async server => {
        const filters = { ...eventsQuery('/upcoming', NO_FILTERS), limit: PAGE_SIZE, offset: 0 }
        expect((await apiAt(server.url).events(filters)).items).toHaveLength(1)
      })
  })
})

describe('search', () => {
  const nothing = { events: like([]), participants: like([]), groups: like([]), library: like([]) }
  const search = (words: string, ...states: State[]) =>
    givenRequest(`a request to search for ${words}`, '/api/search', { q: words, limit: '5' }, ...states)

  it('finds games, teams and schools despite a typo', async () => {
    const school = { id: integer(1), name: string('Harlan Falls'), alias: string('harlan-falls') }
    await search('harlen', ['an event', { id: 12, stream_status: 'live' }])
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...nothing,
            events: atLeastOneLike(row, 1),
            participants: atLeastOneLike(team, 1),
            groups: atLeastOneLike({ ...school, nickname: string('Torrent'), images: { logo: file } }, 1),
          },
        }),
      )
      .executeTest(async server => {
        const { events, groups } = await apiAt(server.url).search('harlen')
        expect(events[0]?.stream_status).toBe('live')
        expect(groups[0]?.alias).toBe('harlan-falls')
      })
  })

  it('finds videos', async () => {
    await search('power', ['a library item', { id: 5, title: 'The power play' }])
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...nothing, library: atLeastOneLike(libraryItem, 1) } }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).search('power')).library[0]?.title).toBe('The power play')
      })
  })
})

describe('a game', () => {
  it('that is finished and free includes its signed recording, storyboard and poster', async () => {
    const over: State = ['an event', { id: 12, stream_status: 'finished', pass_type: 'free' }]
    await givenRequest('a request for a finished free game', '/api/events/12', {}, over)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...row,
            id: 12,
            label: string('quarterfinal'),
            description: string('A rivalry.'),
            replay: nullValue(),
            available_at: nullValue(),
            has_live: true,
            has_video: true,
            is_audio_only: false,
            allows_downloads: true,
            preroll_keys: nullValue(),
            score: {
              away: integer(2),
              home: integer(3),
              note: string('OT'),
              ending: 'regulation',
              shootout: nullValue(),
              winner: nullValue(),
            },
            images: { card: file, poster: file, tall: file },
            media: [
              { id: integer(1), type: 3, url: signed, expires_at: instant },
              { id: integer(2), type: 5, url: signed, expires_at: instant },
              { id: integer(3), type: 1, url: signed, expires_at: instant },
            ],
          },
        }),
      )
      .executeTest(async server => {
        const event = await apiAt(server.url).event(12)
        expect(streamUrl(event)?.expiresAt).toEqual(new Date('2026-11-21T19:00:00Z'))
      })
  })

  it('that requires a purchase is marked as paid for visitors, without a recording URL', async () => {
    const paid: State = ['an event', { id: 13, stream_status: 'finished', pass_type: 'ppv', recorded: true }]
    await givenRequest('a request for a finished paid game', '/api/events/13', {}, paid)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...row,
            id: 13,
            pass_type: 'ppv',
            has_access: false,
            access_reason: 'login_required',
            price: '9.99',
            media: [
              { id: integer(1), type: 3, url: nullValue() },
              { id: integer(2), type: 5, url: nullValue() },
              { id: integer(3), type: 1, url: signed },
            ],
          },
        }),
      )
      .executeTest(async server => {
        const event = await apiAt(server.url).event(13)
        expect(streamUrl(event)).toBeNull()
        expect(event.access_reason).toBe('login_required')
      })
  })

  it('that is being shown as live includes its start time and a stream of the elapsed part', async () => {
    const showing: State = ['a simulated event', { id: 15, starts_in: -1 }]
    await givenRequest(
      'a request for the scheduled showing of a recorded game',
      '/api/events/15/simulation',
      {},
      showing,
    )
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            event: { ...row, id: 15, stream_status: 'finished' },
            starts_at: instant,
            ends_at: instant,
            now: instant,
            delay: integer(8),
            state: 'live',
            stream: { id: integer(1), type: 2, url: signed, expires_at: instant },
          },
        }),
      )
      .executeTest(async server => {
        const { stream, state } = await apiAt(server.url).simulation(15)
        expect(state).toBe('live')
        expect(toSignedUrl(stream)?.url).toContain('/media/')
      })
  })

  it('with a scheduled showing has no recording URL until then', async () => {
    const showing: State = ['a simulated event', { id: 16, starts_in: 60 }]
    await givenRequest(
      'a request for a scheduled showing that has not started',
      '/api/events/16/simulation',
      {},
      showing,
    )
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            event: {
              ...row,
              id: 16,
              simulation: { state: 'upcoming', starts_at: instant },
              media: [
                { id: integer(1), type: 3, url: nullValue() },
                { id: integer(2), type: 5, url: nullValue() },
                { id: integer(3), type: 1, url: signed },
              ],
            },
            starts_at: instant,
            ends_at: instant,
            now: instant,
            delay: integer(8),
            state: 'upcoming',
            stream: nullValue(),
          },
        }),
      )
      .executeTest(async server => {
        const { stream, event } = await apiAt(server.url).simulation(16)
        expect(stream).toBeNull()
        expect(watchStateOf(event, Date.now())).toBe('showing')
      })
  })

  it('without a scheduled showing has no simulation', async () => {
    const over: State = ['an event', { id: 12, stream_status: 'finished', pass_type: 'free' }]
    await givenRequest(
      'a request for the scheduled showing of a game that has none',
      '/api/events/12/simulation',
      {},
      over,
    )
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async server => {
        await expect(apiAt(server.url).simulation(12)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('that has not started is accessible but has no stream', async () => {
    const coming: State = ['an event', { id: 14, stream_status: 'upcoming', pass_type: 'free' }]
    await givenRequest('a request for an upcoming free game', '/api/events/14', {}, coming)
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            ...row,
            id: 14,
            stream_status: 'upcoming',
            has_access: true,
            access_reason: 'not_started',
          },
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).event(14)).access_reason).toBe('not_started')
      })
  })

  it('of another channel is not found', async () => {
    await givenRequest('a request for an unknown game', '/api/events/404404')
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async server => {
        await expect(apiAt(server.url).event(404404)).rejects.toMatchObject({ status: 404 })
      })
  })
})

describe('the home page', () => {
  it('has rails of games by their state', async () => {
    const live: State = ['an event', { id: 12, stream_status: 'live' }]
    const rail = {
      id: integer(1),
      title: string('Live now'),
      kind: regex('^(live|due|upcoming|finished|category)$', 'live'),
      stream_status: regex('^(live|upcoming|finished)$', 'live'),
      events: atLeastOneLike(row, 1),
      total: integer(1),
      more_url: string('/live'),
    }
    const all = { event_category_id: '0' }
    await givenRequest('a request for the rails of the home page', '/api/events-for-homepage', all, live)
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(rail, 1) }))
      .executeTest(async server => {
        expect((await apiAt(server.url).homeRails(0))[0]?.events).toHaveLength(1)
      })
  })

  it('has a rail of the newest games in each category', async () => {
    const over: State = ['an event', { id: 12, stream_status: 'finished' }]
    const rail = {
      title: string('Boys hockey'),
      events: atLeastOneLike(row, 1),
      total: integer(1),
    }
    const ofState = (state: string) => ({ ...rail, kind: state, stream_status: state })
    const ofCategory = { ...ofState('finished'), kind: 'category', event_category_id: integer(1) }
    const due = { ...rail, kind: 'due', stream_status: 'live' }
    const data = [due, ofState('upcoming'), ofState('finished'), ofCategory]
    await givenRequest(
      'a request for the rails of the home page after a game',
      '/api/events-for-homepage',
      { event_category_id: '0' },
      over,
    )
      .willRespondWith(200, response => response.jsonBody({ data }))
      .executeTest(async server => {
        expect((await apiAt(server.url).homeRails(0))[3]?.event_category_id).toBe(1)
      })
  })
})

describe('the stream test', () => {
  it('returns a stream signed for the operator’s session', async () => {
    const state: State = [
      'a stream test by an operator',
      { api_key: API_KEY, email: 'nora@example.com', event_id: 12 },
    ]
    await interaction(state)
      .uponReceiving('a request for a stream test')
      .withRequest('GET', '/api/events/12/test-stream', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            state: regex('^(none|waiting|live|interrupted)$', 'live'),
            fault: nullValue(),
            stream: {
              id: integer(1),
              type: 2,
              url: signed,
              expires_at: instant,
              start_ts: integer(1_795_284_000),
            },
          },
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).streamTest(12)).stream?.type).toBe(2)
      })
  })

  it('is forbidden to visitors', async () => {
    await givenRequest('a request by a visitor for a stream test', '/api/events/12/test-stream', {}, [
      'an event',
      { id: 12 },
    ])
      .willRespondWith(401, response => respondWithProblem(response, 401))
      .executeTest(async server => {
        await expect(apiAt(server.url).streamTest(12)).rejects.toMatchObject({ status: 401 })
      })
  })
})
