import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, createInteractions } from '@/shared/testing/pact'
import { type Body, DatalakeApi, type Path } from './api'

const { regex, string } = MatchersV3

const { interaction } = createInteractions('analytics')
/** The host of the page is Pact’s. Requests to another host are sent as plain text. */
const apiAt = (host: string) => new DatalakeApi('', (path, init) => fetch(new URL(String(path), host), init))

const SESSION = '10c56ed430ada62161a1630d9a9ef8fa'
const visitor = {
  profile: 'prairie-profile',
  origin_url: 'https://watch.example.org/watch/12',
  at: 1795284000000,
}
const playback = {
  video_view_uuid: '7ff10180-e033-48dc-ad4b-c602445dca4b',
  stream_id: 12,
  stream_type: 'live',
}
const sessionBody = { ...visitor, session_uuid: SESSION }

const CALLS: readonly [string, Path, Body[]][] = [
  [
    'a request to report a session',
    'session',
    [
      {
        ...{ ...visitor, session: SESSION, trk: 'mail', device_type: 'computer', platform: 'web' },
        ...{ user_agent: encodeURIComponent('Mozilla/5.0 (X11; Linux x86_64)'), resolution: '1440x900' },
      },
    ],
  ],
  [
    'a request to report page visits of a viewer',
    'event',
    [
      { ...sessionBody, event: 'visit_page', page: '/watch/12', event_id: 12 },
      { ...sessionBody, event: 'login', page: '/login', user_id: 5, consent: true },
      {
        ...sessionBody,
        event: 'api_request',
        page: '/',
        method: 'GET',
        route: '/events/:id',
        status: 404,
        ms: 12,
      },
      {
        ...sessionBody,
        event: 'purchase',
        page: '/buy',
        value: 10.74,
        currency: 'USD',
        items: 'event:12',
      },
    ],
  ],
  [
    'a request to report playback events',
    'video/event',
    [
      {
        ...sessionBody,
        ...playback,
        token: 'a-token',
        event: 'first_frame',
        position: 0,
        startup_ms: 840,
        bitrate: 1200,
      },
      { ...sessionBody, ...playback, event: 'stall', position: 61, stall_ms: 4200, side: 'delivery' },
    ],
  ],
  [
    'a request to report viewing time',
    'video/viewing',
    [
      {
        ...sessionBody,
        ...playback,
        viewing_time: 10,
        position: 71,
        category: 'Girls hockey',
        sport: 'hockey',
        gender: 'female',
      },
    ],
  ],
]

describe('the datalake API', () => {
  it('creates a session ID', async () => {
    await interaction(['a channel with analytics'])
      .uponReceiving('a request for a session ID')
      .withRequest('GET', '/datalake/hash/')
      .willRespondWith(200, response =>
        response.jsonBody({ data: { hash: regex('^[0-9a-f]{32}$', SESSION) } }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).createSession()).toBe(SESSION)
      })
  })

  it.each([
    ['a session', {}],
    ['a view of a game', { stream_type: 'event', stream_id: '12' }],
  ])('creates a token for the reports of %s', async (what, thing) => {
    const query = { session: SESSION, ...thing }
    await interaction(
      ['an event', { id: 12, stream_status: 'finished', pass_type: 'free' }],
      ['an api key', { api_key: API_KEY }],
    )
      .uponReceiving(`a request for a report token for ${what}`)
      .withRequest('GET', '/api/report-token', init => void init.query({ api_key: API_KEY, ...query }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { token: string(`1795284000.${'A'.repeat(32)}`) } }),
      )
      .executeTest(async ({ url }) => {
        const address = `${url}/api/report-token?${new URLSearchParams({ api_key: API_KEY, ...query })}`
        expect(await apiAt(url).token(address)).toMatch(/^\d+\./)
      })
  })

  it.each(CALLS)('accepts %s', async (what, path, events) => {
    await interaction(['a channel with analytics'])
      .uponReceiving(what)
      .withRequest('POST', `/datalake/${path}/`, init => {
        init.headers({ 'Content-Type': 'application/json' }).jsonBody(events)
      })
      .willRespondWith(202, response => response.jsonBody({}))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).send(path, events)).toBe(true)
      })
  })
})
