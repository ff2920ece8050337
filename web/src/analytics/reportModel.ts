import type { FaultSource } from '@/shared/telemetry'

/** The days of a report, both of them in it, in the channel's own zone. */
export interface ReportPeriod {
  from: string
  to: string
  time_zone: string
  days: number
}

export type Comparison = 'none' | 'before' | 'year'

/** The days a report is asked for, and those it is held against. */
export interface ReportQuery {
  from: string
  to: string
  compare: Comparison
}

/** By what the views are grouped, in the order of the tabs. */
export const DIMENSIONS = ['event', 'library', 'team', 'school', 'sport', 'country', 'device'] as const
export type Dimension = (typeof DIMENSIONS)[number]

/** Those of a channel that shows films alone. */
export const CONTENT_DIMENSIONS: readonly Dimension[] = ['library', 'country', 'device']

/** What is watched at this moment (`GET /reports/now`). */
export interface LiveReport {
  viewers: number
  things: readonly { kind: string; id: number; name: string; viewers: number }[]
  /** The last 30 minutes, every one of them, the oldest first. */
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

/** One game, team, country: what of it was watched. `share` is a part of all minutes, 0 to 1. */
export interface Row {
  key: string
  id: number | null
  name: string
  /** Of a game: when it began. Two games of the same teams bear one name. */
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

/** How well it played. Shares are of all views, 0 to 1. */
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

/** Money is a decimal string in major units, as everywhere. */
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

/** A step on the way to a purchase: how many visits came so far; `share` is of the first step. */
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

/** How many still watched at each place of a game, and what of it was clipped most. Seconds. */
export interface Retention {
  event: { id: number; name: string; starts_at: string; duration: number }
  step: number
  views: number
  points: readonly { position: number; views: number; share: number }[]
  moments: readonly { position: number; seconds: number; name: string; clips: number }[]
}

/** The reports that can be taken away as a table. */
export type ReportPath =
  | 'now'
  | 'overview'
  | `by/${Dimension}`
  | 'quality'
  | 'sales'
  | 'funnel'
  | `retention/${number}`
