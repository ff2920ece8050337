import type { FaultSource } from '@/shared/telemetry'

/** The first and last day of a report, both inclusive, in the channel's time zone. */
export interface ReportPeriod {
  from: string
  to: string
  time_zone: string
  days: number
}

export type Comparison = 'none' | 'before' | 'year'

/** The period of a report, and the period to compare it with. */
export interface ReportQuery {
  from: string
  to: string
  compare: Comparison
}

/** The dimensions to group views by, in the order of the tabs. */
export const DIMENSIONS = ['event', 'library', 'team', 'school', 'sport', 'country', 'device'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** The dimensions of a channel that has only videos. */
export const CONTENT_DIMENSIONS: readonly Dimension[] = ['library', 'country', 'device']

/** The content that viewers watch right now (`GET /reports/now`). */
export interface LiveReport {
  viewers: number
  things: readonly { kind: string; id: number; name: string; viewers: number }[]
  /** One entry for each of the last 30 minutes, oldest first. */
  minutes: readonly { at: string; viewers: number }[]
  at: string
}

export interface Totals {
  sessions: number
  page_visits: number
  views: number
  minutes: number
  viewers: number
}

export interface ViewingDay {
  day: string
  views: number
  minutes: number
}

export interface Overview {
  span: ReportPeriod
  before_span: ReportPeriod | null
  totals: Totals
  before: Totals | null
  days: readonly ViewingDay[]
  before_days: readonly ViewingDay[] | null
  left_out: number
}

/** The views of one game, team or country. `share` is its share of all minutes, from 0 to 1. */
export interface Row {
  key: string
  id: number | null
  name: string
  /** The start of a game. Two games of the same teams have the same name. */
  starts_at: string | null
  views: number
  minutes: number
  share: number
  before_views: number | null
  before_minutes: number | null
}

export interface Breakdown {
  span: ReportPeriod
  rows: readonly Row[]
  left_out: number
}

export interface FaultSourceRow {
  side: FaultSource
  stalls: number
  seconds: number
  failures: number
}

/** The playback quality. Shares are of all views, from 0 to 1. */
export interface Quality {
  span: ReportPeriod
  views: number
  startup: {
    median_ms: number | null
    p95_ms: number | null
    steps: readonly { from_ms: number; views: number }[]
  }
  stalls: { views: number; share: number; count: number; seconds: number; per_hour: number | null }
  bitrate: { median: number | null }
  failures: { views: number; share: number }
  sides: readonly FaultSourceRow[]
  days: readonly { day: string; startup_ms: number | null; stalls: number; failures: number }[]
  before: { startup_median_ms: number | null; stall_share: number; failure_share: number } | null
  left_out: number
}

/** The revenue of a period or product. Amounts are decimal strings in major units. */
export interface Revenue {
  orders: number
  gross: string
  refunds: string
  net: string
}

export interface Sales {
  span: ReportPeriod
  currency: string
  totals: Revenue
  before: Revenue | null
  days: readonly { day: string; orders: number; gross: string; refunds: string }[]
  rows: readonly (Revenue & { type: string; id: number | null; name: string })[]
}

export type StepName = 'visit' | 'offer' | 'checkout' | 'purchase'

/** A step of the conversion funnel. `share` is its share of the visits of the first step. */
export interface Step {
  step: StepName
  sessions: number
  share: number
}

export interface Funnel {
  span: ReportPeriod
  steps: readonly Step[]
  before: readonly Step[] | null
  left_out: number
}

/** The audience retention of a game, and its most clipped moments. Positions are in seconds. */
export interface Retention {
  event: { id: number; name: string; starts_at: string; duration: number }
  step: number
  views: number
  points: readonly { position: number; views: number; share: number }[]
  moments: readonly { position: number; seconds: number; name: string; clips: number }[]
}

/** The path of a report that can be downloaded as a table. */
export type ReportPath =
  | 'now'
  | 'overview'
  | `by/${Dimension}`
  | 'quality'
  | 'sales'
  | 'funnel'
  | `retention/${number}`
