import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  createInteractions,
  EMAIL,
  instantLike,
  type PactResponse,
  respondWithProblem,
  sessionAt,
  withBody,
  withQuery,
} from '@/shared/testing/pact'
import { SponsorsApi } from './sponsorsApi'

const { eachLike, integer, number, nullValue, regex, string } = MatchersV3

const { interaction, visitorInteraction } = createInteractions('analytics')
const apiAt = (host: string) => new SponsorsApi(sessionAt(host))

/** In the contracts, the time is noon on the last of these days. */
const PERIOD = { from: '2026-10-25', to: '2026-11-21' }

/** An operator of a channel without sponsors. */
const operatorInteraction = () =>
  interaction([
    'an operator and a season of views',
    { api_key: API_KEY, email: 'nora@example.com', event_id: 12, days: 1 },
  ])

/** An operator of a channel with the sponsor `feed`. */
const sponsorInteraction = () =>
  interaction(['an operator and a sponsor', { api_key: API_KEY, email: EMAIL }])
const TOKEN = 'a-link-of-the-sponsor-that-nobody-can-guess'
const link = {
  id: integer(1),
  label: 'Mia',
  created_at: instantLike('2026-11-21T18:00:00Z'),
  expires_at: instantLike('2026-12-21T18:00:00Z'),
}
const sponsor = {
  ...{ key: 'feed', name: 'Feed & Seed', logo: nullValue(), url: 'https://example.org/feed' },
  is_archived: false,
}

const figures = {
  impressions: integer(0),
  first_quartile: integer(0),
  midpoint: integer(0),
  third_quartile: integer(0),
  complete: integer(0),
  clicks: integer(0),
  completion_rate: number(0),
  click_rate: number(0),
}

const notFound = (response: PactResponse) => respondWithProblem(response, 404)

describe('the reports of sponsors', () => {
  it('list the sponsors with their figures', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the sponsors of a channel')
      .withRequest('GET', '/api/studio/sponsors', withQuery(PERIOD))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { span: PERIOD, sponsors: [], totals: figures } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(PERIOD)).sponsors).toEqual([])
      })
  })

  it('need a sponsor of the channel', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the report of an unknown sponsor')
      .withRequest('GET', '/api/studio/sponsors/unknown', withQuery(PERIOD))
      .willRespondWith(404, notFound)
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).report('unknown', PERIOD)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('have links of the sponsors of the channel only', async () => {
    await operatorInteraction()
      .uponReceiving('a request to revoke an unknown link of a sponsor')
      .withRequest('DELETE', '/api/studio/sponsors/unknown/links/7', withQuery())
      .willRespondWith(404, notFound)
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).revokeLink('unknown', 7)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('do not open with an invalid link', async () => {
    await visitorInteraction()
      .uponReceiving('a request for a sponsor report with an invalid link')
      .withRequest('POST', '/api/sponsor-reports/show', withBody({ token: 'x'.repeat(43), ...PERIOD }))
      .willRespondWith(400, response => respondWithProblem(response, 400, 'errors.sponsor_link'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).linkedReport('x'.repeat(43), PERIOD)).rejects.toMatchObject({ status: 400 })
      })
  })

  it('show the figures of one sponsor by day and by game', async () => {
    await sponsorInteraction()
      .uponReceiving('a request for the report of a sponsor')
      .withRequest('GET', '/api/studio/sponsors/feed', withQuery(PERIOD))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            span: PERIOD,
            sponsor: { ...sponsor, email: nullValue(), daily_cap: 3, prerolls: 0 },
            totals: figures,
            days: eachLike({ day: regex('^\\d{4}-\\d{2}-\\d{2}$', '2026-11-21'), ...figures }),
            events: [],
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).report('feed', PERIOD)).sponsor).toMatchObject({ daily_cap: 3 })
      })
  })

  it('have links, whose address is shown once', async () => {
    await sponsorInteraction()
      .uponReceiving('a request to create a link of a sponsor')
      .withRequest('POST', '/api/studio/sponsors/feed/links', withBody({ label: 'Mia', days: 30 }))
      .willRespondWith(201, response =>
        response.jsonBody({
          data: {
            ...link,
            url: regex('^https?://.+/sponsor-report#.+$', 'https://a.example/sponsor-report#x'),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        const created = await apiAt(url).createLink('feed', { label: 'Mia', days: 30 })
        expect(created.url).toContain('/sponsor-report#')
      })
  })

  it('list the links that work', async () => {
    await sponsorInteraction()
      .given('a link of a sponsor', { token: TOKEN })
      .uponReceiving('a request for the links of a sponsor')
      .withRequest('GET', '/api/studio/sponsors/feed/links', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: [link] }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).links('feed')).toMatchObject([{ label: 'Mia' }])
      })
  })

  it('end a link', async () => {
    await sponsorInteraction()
      .given('a link of a sponsor', { token: TOKEN })
      .uponReceiving('a request to revoke a link of a sponsor')
      .withRequest('DELETE', '/api/studio/sponsors/feed/links/1', withQuery())
      .willRespondWith(204)
      .executeTest(async ({ url }) => {
        await apiAt(url).revokeLink('feed', 1)
      })
  })

  it('open with a link', async () => {
    await visitorInteraction()
      .given('a link of a sponsor', { token: TOKEN })
      .uponReceiving('a request for a sponsor report with a link')
      .withRequest('POST', '/api/sponsor-reports/show', withBody({ token: TOKEN, ...PERIOD }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: { span: PERIOD, channel: { name: string('Prairie') }, sponsor, totals: figures, events: [] },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).linkedReport(TOKEN, PERIOD)).sponsor.name).toBe('Feed & Seed')
      })
  })
})
