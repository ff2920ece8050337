import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import {
  API_KEY,
  createInteractions,
  type PactResponse,
  respondWithProblem,
  sessionAt,
  withQuery,
} from '@/shared/testing/pact'
import type { ReportQuery } from './reportModel'
import { ReportsApi } from './reportsApi'

const { atLeastOneLike, eachLike, integer, like, nullValue, number, regex, string } = MatchersV3

const { interaction, viewerInteraction, visitorInteraction } = createInteractions('analytics')
const apiAt = (host: string) => new ReportsApi(sessionAt(host))

/** In the contracts, the time is noon on the last of these days. */
const DAYS: ReportQuery = { from: '2026-10-25', to: '2026-11-21', compare: 'before' }
const EVENT = 12

/** An operator of a channel where game 12 was watched in this period and the one before. */
const operatorInteraction = () =>
  interaction([
    'an operator and a season of views',
    { api_key: API_KEY, email: 'nora@example.com', event_id: EVENT, days: 28 },
  ])

const reportQuery = (query: object = DAYS) => withQuery({ ...query })

const respondWith = (data: object) => (response: PactResponse) => void response.jsonBody({ data })

// The verifier reads regular expressions as Rust does: the whole text must match.
const day = regex('^\\d{4}-\\d{2}-\\d{2}$', '2026-11-21')
const instant = regex('^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$', '2026-11-21T18:00:00Z')
const amount = regex('^-?\\d+\\.\\d{2}$', '12.50')
const share = number(0.25)
const span = { from: DAYS.from, to: DAYS.to, time_zone: string('America/Chicago'), days: 28 }

const totals = {
  sessions: integer(120),
  page_visits: integer(400),
  views: integer(90),
  minutes: number(812.5),
  viewers: integer(60),
}
const excluded = integer(0)
const revenue = { orders: integer(2), gross: amount, refunds: amount, net: amount }
const row = {
  key: string('12'),
  name: string('Team 1 @ Team 2'),
  views: integer(40),
  minutes: number(300.5),
  share,
  before_views: integer(30),
  before_minutes: number(200.5),
}
const step = (name: string) => ({ step: name, sessions: integer(10), share })
const STEPS = ['visit', 'offer', 'checkout', 'purchase'].map(step)

describe('reports', () => {
  it('return the current viewers', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the current viewers')
      .withRequest('GET', '/api/reports/now', reportQuery({}))
      .willRespondWith(
        200,
        respondWith({
          viewers: integer(3),
          things: like([]),
          minutes: atLeastOneLike({ at: instant, viewers: integer(2) }, 30),
          at: instant,
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).live()).minutes).toHaveLength(30)
      })
  })

  it('return what was watched in both periods', async () => {
    const days = eachLike({ day, views: integer(4), minutes: number(31.5) })
    const before_span = { ...span, from: day, to: day }
    await operatorInteraction()
      .uponReceiving('a request for the overview report')
      .withRequest('GET', '/api/reports/overview', reportQuery())
      .willRespondWith(
        200,
        respondWith({
          span,
          before_span,
          totals,
          before: totals,
          days,
          before_days: days,
          left_out: excluded,
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).overview(DAYS)).totals.sessions).toBe(120)
      })
  })

  it('without a comparison return one period', async () => {
    const none = { before_span: nullValue(), before: nullValue(), before_days: nullValue() }
    await operatorInteraction()
      .uponReceiving('a request for the overview report without a comparison')
      .withRequest('GET', '/api/reports/overview', reportQuery({ ...DAYS, compare: 'none' }))
      .willRespondWith(200, respondWith({ span, totals, ...none }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).overview({ ...DAYS, compare: 'none' })).before).toBeNull()
      })
  })

  it.each([
    ['event', { ...row, id: integer(EVENT), starts_at: instant }],
    ['team', { ...row, id: integer(1) }],
    ['country', { ...row, id: nullValue(), key: regex('^[A-Z]{0,2}$', 'US') }],
    ['device', { ...row, id: nullValue(), key: regex('^(phone|tablet|computer|tv|other)$', 'tv') }],
  ] as const)('return views by %s', async (dimension, one) => {
    await operatorInteraction()
      .uponReceiving(`a request for views by ${dimension}`)
      .withRequest('GET', `/api/reports/by/${dimension}`, reportQuery())
      .willRespondWith(200, respondWith({ span, rows: eachLike(one), left_out: excluded }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).breakdown(dimension, DAYS)).rows).toHaveLength(1)
      })
  })

  it('return the playback quality of a game', async () => {
    const startup = integer(1200)
    await operatorInteraction()
      .uponReceiving('a request for the quality report of a game')
      .withRequest('GET', '/api/reports/quality', reportQuery({ ...DAYS, thing: `event:${EVENT}` }))
      .willRespondWith(
        200,
        respondWith({
          span,
          views: integer(90),
          startup: {
            median_ms: startup,
            p95_ms: integer(3400),
            steps: eachLike({ from_ms: integer(1200), views: integer(5) }),
          },
          stalls: {
            views: integer(8),
            share,
            count: integer(12),
            seconds: number(40.5),
            per_hour: number(0.9),
          },
          bitrate: { median: integer(4250) },
          failures: { views: integer(1), share },
          sides: eachLike({
            side: regex('^(viewer|delivery|source|unknown)$', 'viewer'),
            stalls: integer(7),
            seconds: number(20.5),
            failures: integer(0),
          }),
          days: eachLike({ day, stalls: integer(1), failures: integer(0) }),
          before: { stall_share: share, failure_share: share },
          left_out: excluded,
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).quality(DAYS, EVENT)).startup.median_ms).toBe(1200)
      })
  })

  it('return sales', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the sales report')
      .withRequest('GET', '/api/reports/sales', reportQuery())
      .willRespondWith(
        200,
        respondWith({
          span,
          currency: string('USD'),
          totals: revenue,
          before: revenue,
          days: eachLike({ day, orders: integer(1), gross: amount, refunds: amount }),
          rows: eachLike({
            type: string('package'),
            id: integer(4),
            name: string('Season pass'),
            ...revenue,
          }),
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).sales(DAYS)).rows[0]?.gross).toBe('12.50')
      })
  })

  it('return the conversion funnel', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the funnel')
      .withRequest('GET', '/api/reports/funnel', reportQuery())
      .willRespondWith(200, respondWith({ span, steps: STEPS, before: STEPS, left_out: excluded }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).funnel(DAYS)).steps.map(each => each.step)[3]).toBe('purchase')
      })
  })

  it('return the audience retention of a game', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the retention of a game')
      .withRequest('GET', `/api/reports/retention/${EVENT}`, reportQuery({}))
      .willRespondWith(
        200,
        respondWith({
          event: { id: EVENT, name: string('Team 1 @ Team 2'), starts_at: instant },
          step: integer(60),
          views: integer(40),
          points: eachLike({ position: integer(0), views: integer(40), share }),
          moments: like([]),
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).retention(EVENT)).points[0]?.position).toBe(0)
      })
  })

  it('return an error for an unknown game', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the retention of an unknown game')
      .withRequest('GET', '/api/reports/retention/999', reportQuery({}))
      .willRespondWith(404, response => void respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).retention(999)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('download as a CSV table', async () => {
    await operatorInteraction()
      .uponReceiving('a request for a report as CSV')
      .withRequest('GET', '/api/reports/funnel', reportQuery({ ...DAYS, format: 'csv' }))
      .willRespondWith(200, response => void response.headers({ 'Content-Type': 'text/csv; charset=utf-8' }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).table('funnel', DAYS)).toBeInstanceOf(Blob)
      })
  })

  it('return errors for invalid days', async () => {
    const backwards = { from: '2026-11-21', to: '2026-11-01', compare: 'before' } as const
    await operatorInteraction()
      .uponReceiving('a request for a report that ends before it starts')
      .withRequest('GET', '/api/reports/overview', reportQuery(backwards))
      .willRespondWith(422, response => void respondWithProblem(response, 422))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).overview(backwards)).rejects.toMatchObject({ status: 422 })
      })
  })
})

describe('a user who is not an operator', () => {
  it('cannot read reports as a viewer', async () => {
    await viewerInteraction()
      .uponReceiving('a request by a viewer for the overview report')
      .withRequest('GET', '/api/reports/overview', reportQuery())
      .willRespondWith(403, response => void respondWithProblem(response, 403))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).overview(DAYS)).rejects.toMatchObject({ status: 403 })
      })
  })

  it('cannot read reports as a visitor', async () => {
    await visitorInteraction()
      .uponReceiving('a request by a visitor for the overview report')
      .withRequest('GET', '/api/reports/overview', reportQuery())
      .willRespondWith(401, response => void respondWithProblem(response, 401))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).overview(DAYS)).rejects.toMatchObject({ status: 401 })
      })
  })
})
