import type { Query } from '@/shared/http/session'
import { addDays, addMonths, type Day, firstOfMonth } from '@/shared/ui/calendarDays'

/** The parts of the schedule. Each has its own order. */
export const SHOWN = ['upcoming', 'attention', 'past', 'postponed', 'canceled', 'all'] as const
export type Shown = (typeof SHOWN)[number]

/** What may limit the availability of an event. */
export const LIMITS = ['audio_only', 'no_live', 'replay', 'no_downloads', 'blackout', 'unlisted'] as const
export type Limit = (typeof LIMITS)[number]

export interface ScheduleFilter {
  shown: Shown
  view: 'list' | 'month'
  /** The first day of the shown month. Null is the current one. */
  month: Day | null
  category: number | null
  school: string | null
  /** Only events with this limit. */
  limit: Limit | null
  text: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Read the filters from an address. Unknown values are ignored. */
export function parseScheduleFilter(search: URLSearchParams): ScheduleFilter {
  const shown = SHOWN.find(name => name === search.get('show')) ?? 'upcoming'
  const month = search.get('month')
  return {
    shown,
    view: search.get('view') === 'month' ? 'month' : 'list',
    month: month && DAY.test(month) && !Number.isNaN(Date.parse(month)) ? firstOfMonth(month) : null,
    category: Number(search.get('category')) || null,
    school: search.get('school') || null,
    limit: LIMITS.find(name => name === search.get('limit')) ?? null,
    text: search.get('q') ?? '',
  }
}

const PARAMETERS: Record<keyof ScheduleFilter, string> = {
  shown: 'show',
  view: 'view',
  month: 'month',
  category: 'category',
  school: 'school',
  limit: 'limit',
  text: 'q',
}
const DEFAULTS: Partial<ScheduleFilter> = { shown: 'upcoming', view: 'list' }

/** Return the query with some filters changed. Defaults are omitted. */
export function withScheduleFilter(
  search: URLSearchParams,
  changes: Partial<ScheduleFilter>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const name of Object.keys(changes) as (keyof ScheduleFilter)[]) {
    const value = changes[name]
    if (value && value !== DEFAULTS[name]) next.set(PARAMETERS[name], String(value))
    else next.delete(PARAMETERS[name])
  }
  return next
}

/** Return the query of the list. `today` is the day in the channel's time zone. */
export function listQuery({ shown, category, school, limit, text }: ScheduleFilter, today: Day): Query {
  const shownQueries: Record<Shown, Query> = {
    upcoming: { start_date: today },
    attention: { needs_attention: true },
    past: { status: 'finished', sort_direction: 'desc' },
    postponed: { status: 'postponed' },
    canceled: { status: 'canceled', sort_direction: 'desc' },
    all: { sort_direction: 'desc' },
  }
  return { ...shownQueries[shown], event_category_id: category, school, limit_by: limit, q: text }
}

/** Return the query of a month. */
export function monthQuery({ category, school, limit, text }: ScheduleFilter, month: Day): Query {
  const last = addDays(addMonths(month, 1), -1)
  const period = { start_date: month, end_date: last, no_limit: 1 }
  return { ...period, event_category_id: category, school, limit_by: limit, q: text }
}
