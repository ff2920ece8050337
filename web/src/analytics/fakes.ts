import type { FakeServer } from '@/shared/testing/fakes'
import { addDays } from '@/shared/ui/calendarDays'
import {
  type Breakdown,
  DIMENSIONS,
  type Funnel,
  type LiveReport,
  type Overview,
  type Quality,
  type Retention,
  type Row,
  type Sales,
} from './reportModel'

/** The period of the fake reports: eight days that end on a Sunday. */
export const FROM = '2026-11-15'
export const TO = '2026-11-22'
const DAYS = 8

export const span = { from: FROM, to: TO, time_zone: 'America/Chicago', days: DAYS }
const days = Array.from({ length: DAYS }, (_, index) => addDays(FROM, index))
const previousDays = days.map(day => addDays(day, -DAYS))

export const aLiveReport = (changes: Partial<LiveReport> = {}): LiveReport => ({
  viewers: 41,
  things: [
    { kind: 'event', id: 12, name: 'Harlan Falls @ Cedar Ridge', viewers: 38 },
    { kind: 'vod', id: 3, name: 'Tip-off', viewers: 3 },
  ],
  minutes: Array.from({ length: 30 }, (_, minute) => ({
    at: new Date(Date.UTC(2026, 10, 22, 18, minute)).toISOString(),
    viewers: minute === 20 ? 44 : 10 + minute,
  })),
  at: '2026-11-22T18:30:00Z',
  ...changes,
})

export const anOverview = (changes: Partial<Overview> = {}): Overview => ({
  span,
  before_span: { ...span, from: previousDays[0] as string, to: previousDays[7] as string },
  totals: { sessions: 900, page_visits: 4100, views: 1204, minutes: 12_480, viewers: 611 },
  before: { sessions: 1000, page_visits: 4000, views: 1204, minutes: 10_400, viewers: 0 },
  days: days.map((day, index) => ({ day, views: 100 + index, minutes: 1000 + index * 100 })),
  before_days: previousDays.map((day, index) => ({ day, views: 90 + index, minutes: 900 + index * 50 })),
  left_out: 0,
  ...changes,
})

export const aRow = (id: number, changes: Partial<Row> = {}): Row => ({
  key: String(id),
  id,
  name: `Game ${id} (Nov 14)`,
  starts_at: null,
  views: 300,
  minutes: 4000,
  share: 0.32,
  before_views: 200,
  before_minutes: 3200,
  ...changes,
})

export const aBreakdown = (...rows: Row[]): Breakdown => ({ span, rows, left_out: 0 })

export const aQuality = (changes: Partial<Quality> = {}): Quality => ({
  span,
  views: 1204,
  startup: {
    median_ms: 1200,
    p95_ms: 3400,
    steps: [
      { from_ms: 800, views: 300 },
      { from_ms: 1200, views: 600 },
      { from_ms: 3300, views: 60 },
    ],
  },
  stalls: { views: 96, share: 0.08, count: 214, seconds: 640, per_hour: 1.03 },
  bitrate: { median: 4250 },
  failures: { views: 6, share: 0.005 },
  sides: [
    { side: 'viewer', stalls: 140, seconds: 420, failures: 4 },
    { side: 'delivery', stalls: 44, seconds: 120, failures: 0 },
    { side: 'source', stalls: 20, seconds: 80, failures: 2 },
    { side: 'unknown', stalls: 10, seconds: 20, failures: 0 },
  ],
  days: days.map((day, index) => ({ day, startup_ms: 1200, stalls: 20 + index, failures: 1 })),
  before: { startup_median_ms: 1500, stall_share: 0.1, failure_share: 0.005 },
  left_out: 0,
  ...changes,
})

export const aSales = (changes: Partial<Sales> = {}): Sales => ({
  span,
  currency: 'USD',
  totals: { orders: 21, gross: '310.50', refunds: '8.74', net: '301.76' },
  before: { orders: 20, gross: '280.00', refunds: '0.00', net: '280.00' },
  days: days.map((day, index) => ({ day, orders: index, gross: `${index * 10}.00`, refunds: '0.00' })),
  rows: [
    {
      type: 'package',
      id: 4,
      name: 'Season pass',
      orders: 6,
      gross: '240.00',
      refunds: '0.00',
      net: '240.00',
    },
    { type: 'event', id: 70, name: 'Single game', orders: 15, gross: '70.50', refunds: '8.74', net: '61.76' },
  ],
  ...changes,
})

export const aFunnel = (changes: Partial<Funnel> = {}): Funnel => ({
  span,
  steps: [
    { step: 'visit', sessions: 900, share: 1 },
    { step: 'offer', sessions: 300, share: 0.3333 },
    { step: 'checkout', sessions: 60, share: 0.0667 },
    { step: 'purchase', sessions: 21, share: 0.0233 },
  ],
  before: [
    { step: 'visit', sessions: 1000, share: 1 },
    { step: 'offer', sessions: 250, share: 0.25 },
    { step: 'checkout', sessions: 50, share: 0.05 },
    { step: 'purchase', sessions: 20, share: 0.02 },
  ],
  left_out: 0,
  ...changes,
})

export const aRetention = (id: number, changes: Partial<Retention> = {}): Retention => ({
  event: { id, name: `Game ${id} (Nov 14)`, starts_at: '2026-11-15T01:00:00Z', duration: 5400 },
  step: 60,
  views: 300,
  points: Array.from({ length: 90 }, (_, minute) => ({
    position: minute * 60,
    views: 300 - 2 * minute,
    share: 1 - minute / 150,
  })),
  moments: [
    { position: 1200, seconds: 24, name: 'Glove save', clips: 14 },
    { position: 4800, seconds: 12, name: 'The winner', clips: 1 },
  ],
  ...changes,
})

/** Let a fake server respond to all reports, of a channel with two games. */
export function withReports(server: FakeServer): FakeServer {
  const answerReport = (path: string, data: object) => server.on(`/api/reports/${path}`, { json: { data } })
  answerReport('now', aLiveReport())
  answerReport('overview', anOverview())
  for (const dimension of DIMENSIONS) answerReport(`by/${dimension}`, aBreakdown())
  answerReport(
    'by/event',
    aBreakdown(
      aRow(12, { starts_at: '2026-11-15T01:00:00Z' }),
      aRow(13, { minutes: 1000, share: 0.08, before_minutes: 0 }),
    ),
  )
  answerReport('quality', aQuality())
  answerReport('sales', aSales())
  answerReport('funnel', aFunnel())
  answerReport('retention/12', aRetention(12))
  answerReport('retention/13', aRetention(13))
  return server
}
