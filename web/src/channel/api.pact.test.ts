import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { HttpClient } from '@/shared/http/client'
import {
  API_KEY,
  CHANNEL_KEY,
  respondWithProblem,
  sessionAt,
  storageWith,
  withQuery,
} from '@/shared/testing/pact'
import { ChannelApi } from './api'
import { interaction } from './testing/pact'

const { atLeastOneLike, boolean, integer, like, nullValue, regex, string } = MatchersV3

const apiAt = (host: string) => new ChannelApi(sessionAt(host), new HttpClient())

/** Start a request with the API key, in the page's language. */
const givenRequest = (description: string, path: string, query: Record<string, string> = {}) =>
  interaction(
    ['a channel key', { channel_key: CHANNEL_KEY }],
    ['an api key', { api_key: API_KEY }],
    ['a channel with every kind of content', { page_id: 7 }],
  )
    .uponReceiving(description)
    .withRequest('GET', path, withQuery(query))

describe('the API key', () => {
  it('is requested with the channel key of the host', async () => {
    interaction(['a channel key', { channel_key: CHANNEL_KEY }])
      .uponReceiving('a request for the channel key of this host')
      .withRequest('GET', '/channel-key')
      .willRespondWith(200, response => response.jsonBody({ data: { channel_key: string(CHANNEL_KEY) } }))
    interaction(['a channel key', { channel_key: CHANNEL_KEY }])
      .uponReceiving('a request for an API key')
      .withRequest('POST', '/api/get_api_key', request => request.jsonBody({ channel_key: CHANNEL_KEY }))
      .willRespondWith(200, response => response.jsonBody({ data: { api_key: string(API_KEY) } }))
    const last = givenRequest('a request for a content page with a new API key', '/api/pages/7')
    await last
      .willRespondWith(200, response => response.jsonBody({ data: { id: 7, html: string('<p>Text</p>') } }))
      .executeTest(async server => {
        const api = new ChannelApi(sessionAt(server.url, storageWith({})), new HttpClient())
        expect((await api.page(7)).id).toBe(7)
      })
  })

  it('is refused for an unknown channel key', async () => {
    await interaction()
      .uponReceiving('a request for an API key with an unknown channel key')
      .withRequest('POST', '/api/get_api_key', request => request.jsonBody({ channel_key: 'unknown' }))
      .willRespondWith(403, response => respondWithProblem(response, 403, 'errors.channel_key'))
      .executeTest(async server => {
        const body = { channel_key: 'unknown' }
        const call = new HttpClient().send({ method: 'POST', url: `${server.url}/api/get_api_key`, body })
        await expect(call).rejects.toMatchObject({ status: 403, code: 'errors.channel_key' })
      })
  })

  it('is rejected if it is unknown', async () => {
    await interaction()
      .uponReceiving('a request with an unknown API key')
      .withRequest('GET', '/api/channel-bootstrap-data', request => request.query({ api_key: 'unknown' }))
      .willRespondWith(403, response => respondWithProblem(response, 403, 'errors.api_key'))
      .executeTest(async server => {
        const url = `${server.url}/api/channel-bootstrap-data`
        const call = new HttpClient().send({ method: 'GET', url, apiKey: 'unknown' })
        await expect(call).rejects.toMatchObject({ status: 403, code: 'errors.api_key' })
      })
  })
})

describe('start-up', () => {
  it('loads the hosts', async () => {
    await interaction()
      .uponReceiving('a request for the addresses of the API')
      .withRequest('GET', '/project.json')
      .willRespondWith(200, response =>
        response.jsonBody({
          api_host: like(''),
          keys_host: like(''),
          media_host: like(''),
          debug: boolean(true),
          payments: {
            provider: 'stripe',
            publishable_key: regex('^pk_.+$', 'pk_test_1'),
            script: regex('^https?://.+/stripe.js$', 'https://js.stripe.com/endive/stripe.js'),
          },
        }),
      )
      .executeTest(async server => {
        const http = new HttpClient((url, init) => fetch(server.url + url, init))
        expect((await new ChannelApi(sessionAt(server.url), http).project()).payments?.provider).toBe(
          'stripe',
        )
      })
  })

  it('loads the channel with one request', async () => {
    // The verifier uses Rust's regular expressions: slashes are not escaped, and the complete text must match.
    const file = regex('^(https?:/)?/.+$', '/files/pact/0123456789ab-mark.svg')
    const action = { label: string('View passes'), url: string('/packages') }
    await givenRequest('a request for the channel', '/api/channel-bootstrap-data')
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            settings: {
              slug: string('pact'),
              name: string('Pact Sports Network'),
              short_name: string('Pact'),
              tagline: string('Games'),
              language: string('en'),
              languages: atLeastOneLike('en', 1),
              currency: regex(/^[A-Z]{3}$/, 'USD'),
              time_zone: string('America/Chicago'),
              logo: file,
              auth: { remote_auth: integer(0) },
              preroll_suppress_minutes: integer(60),
              storage_prefix: string('touchline.pact.'),
              home: atLeastOneLike('live', 1),
              default_view: regex(/^(grid|list|card|table)$/, 'grid'),
              static_blocks: like({
                footer: {
                  title: string('Pact'),
                  html: string('<p>Text</p>'),
                  action: nullValue(),
                  image: nullValue(),
                },
              }),
              routes: atLeastOneLike({ path: string('/replays'), to: string('/vod') }, 1),
            },
            menu: atLeastOneLike(
              {
                id: integer(1),
                key: string('home'),
                label: string('Home'),
                url: string('/'),
                area: regex(/^(header|footer)$/, 'header'),
                children: like([]),
              },
              1,
            ),
            slides: atLeastOneLike(
              {
                id: integer(1),
                slidable_type: regex(/^(main|category|participant|group)$/, 'main'),
                title: string('One goal game'),
                line: string('Six minutes left'),
                image: file,
                action,
                weight: integer(10),
              },
              1,
            ),
            pages: atLeastOneLike({ id: integer(7), name: string('About'), url: string('/about') }, 1),
            color_settings: {
              scheme: regex(/^(dark|light)$/, 'dark'),
              colors: like({ 'body-background': regex(/^#[0-9a-f]{6}$/i, '#0b1018') }),
              theme: like({ font_display: string('Archivo') }),
              fonts: like([]),
            },
            faq: atLeastOneLike(
              { id: integer(1), question: string('When?'), answer: string('<p>Now</p>') },
              1,
            ),
            static_data: { texts: like({ not_found_title: string('Wide of the post') }) },
            popups: atLeastOneLike(
              {
                id: integer(1),
                key: string('welcome'),
                title: string('Welcome'),
                html: string('<p>Hello</p>'),
                once: boolean(true),
              },
              1,
            ),
            prerolls: atLeastOneLike(
              {
                key: string('harlan-feed'),
                id: integer(1),
                name: string('Bakery'),
                url: string('https://ads.example.org/bakery.mp4'),
                vast_url: nullValue(),
                weight: integer(10),
                location_id: integer(1),
                event_categories: atLeastOneLike(1, 1),
                for_vod: boolean(true),
                for_live: boolean(true),
                skip_after: integer(5),
                click_url: string('https://ads.example.org/bakery'),
              },
              1,
            ),
            categories: atLeastOneLike(
              { id: integer(1), name: string('Boys hockey'), sport: string('hockey') },
              1,
            ),
            locations: atLeastOneLike({ id: integer(1), name: string('Civic Rink') }, 1),
            groups: atLeastOneLike(
              {
                id: integer(1),
                name: string('Cedar Ridge'),
                short_name: string('CDR'),
                alias: string('cedar-ridge'),
                images: { logo: file },
              },
              1,
            ),
            group_properties: like([]),
          },
        }),
      )
      .executeTest(async server => {
        const bundle = await apiAt(server.url).bootstrap('en')
        expect(bundle.settings.slug).toBe('pact')
        expect(bundle.menu[0]?.area).toBe('header')
      })
  })
})

describe('a content page', () => {
  it('is returned with its text', async () => {
    await givenRequest('a request for a content page', '/api/pages/7')
      .willRespondWith(200, response =>
        response.jsonBody({
          data: { id: integer(7), name: string('About'), url: string('/about'), html: string('<p>Text</p>') },
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).page(7)).html).toContain('<p>')
      })
  })

  it('of another channel is not found', async () => {
    await givenRequest('a request for an unknown content page', '/api/pages/404404')
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async server => {
        await expect(apiAt(server.url).page(404404)).rejects.toMatchObject({ status: 404 })
      })
  })
})

describe('the teams of the menu', () => {
  it('are returned in one response, sorted by name', async () => {
    await givenRequest('a request for all teams', '/api/participants', {
      no_limit: '1',
      sort_field: 'name',
    })
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({ id: integer(1), name: string('Timber'), alias: string('timber') }, 1),
        }),
      )
      .executeTest(async server => {
        expect((await apiAt(server.url).teams())[0]?.name).toBe('Timber')
      })
  })
})
