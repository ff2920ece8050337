import { EARLIEST_DAY } from '@/shared/constants'
import { HIDDEN_SCORES } from '@/shared/http/hiddenScores'
import type { Query } from '@/shared/http/session'
import type { PassType, StreamStatus } from './model'

/** The filters of the event list. URLs use the same names. */
export interface Filters {
  gender: string | null
  sport: string | null
  city: string | null
  state: string | null
  /** Alias or name of a participant group. `group` is a synonym. */
  school: string | null
  /** A key of the groups' property `division`. */
  division: string | null
  /** Alias or name of a participant. */
  team: string | null
  participant_id: string | null
  category_id: string | null
  location: string | null
  /** A pass type. `free` matches events without a paywall. */
  type: string | null
  /** First and last day, as `2026-11-21`. */
  start_date: string | null
  end_date: string | null
  /** Search text: names of teams, schools and places. */
  q: string | null
}

export type FilterName = keyof Filters

/** Alternative names of filters in URLs. */
const PARAM_ALIASES = { school: 'group', category_id: 'event_category_id' } as const

export const PASS_TYPES: readonly PassType[] = ['free', 'register', 'paid', 'ppv']

export const FILTER_NAMES: readonly FilterName[] = [
  'sport',
  'gender',
  'school',
  'division',
  'team',
  'participant_id',
  'category_id',
  'city',
  'state',
  'location',
  'type',
  'start_date',
  'end_date',
  'q',
]

/** Longest search text that the server accepts. */
export const MAX_QUERY_LENGTH = 100

/**
 * The sections of the schedule and the stream states of each (§2: aliases of the upcoming list).
 *
 * `/schedule` is the list of `/upcoming`, with live events first, so that an evening has no gap.
 */
export const SCHEDULE_SECTIONS = {
  '/schedule': ['live', 'upcoming'],
  '/live': ['live'],
  '/upcoming': ['live', 'upcoming'],
  '/vod': ['finished'],
} as const satisfies Record<string, readonly StreamStatus[]>

export type ScheduleSection = keyof typeof SCHEDULE_SECTIONS

/** An event that is due counts as live after its stream has started, and as upcoming before. */
const ON_AIR_FILTERS: Partial<Record<ScheduleSection, boolean>> = { '/live': true, '/upcoming': false }

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** Return whether a day exists. `2026-02-30` has the right form, and `Intl` throws at `2026-13-45`. */
function isDay(value: string): boolean {
  if (!DAY_PATTERN.test(value)) return false
  const date = new Date(value)
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value)
}

/** Return the filters in a URL. Invalid values are left out. */
export function parseFilters(search: URLSearchParams): Filters {
  const readParam = (name: string) => search.get(name)?.trim() || null
  const parseDay = (name: string) => {
    const value = readParam(name)
    return value && isDay(value) && value >= EARLIEST_DAY ? value : null
  }
  const parseId = (value: string | null) => (value && /^[1-9]\d*$/.test(value) ? value : null)
  return {
    gender: ['male', 'female'].find(gender => gender === readParam('gender')) ?? null,
    sport: readParam('sport'),
    city: readParam('city'),
    state: readParam('state'),
    school: readParam('school') ?? readParam(PARAM_ALIASES.school),
    division: readParam('division'),
    team: readParam('team'),
    participant_id: parseId(readParam('participant_id')),
    category_id: parseId(readParam('category_id') ?? readParam(PARAM_ALIASES.category_id)),
    location: parseId(readParam('location')),
    type: PASS_TYPES.find(type => type === readParam('type')) ?? null,
    start_date: parseDay('start_date'),
    end_date: parseDay('end_date'),
    q: readParam('q')?.slice(0, MAX_QUERY_LENGTH) ?? null,
  }
}

/** Return the query string with changed filters. Other parameters stay. */
export function withFilters(search: URLSearchParams, change: Partial<Filters>): URLSearchParams {
  const next = new URLSearchParams(search)
  const merged = { ...parseFilters(search), ...change }
  for (const alias of Object.values(PARAM_ALIASES)) next.delete(alias)
  for (const name of FILTER_NAMES) {
    const value = merged[name]
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Return the query for `GET /events`. A date range on `/schedule` also includes past events. */
export function eventsQuery(section: ScheduleSection, { category_id, ...rest }: Filters): Query {
  const hasRange = section === '/schedule' && (rest.start_date || rest.end_date)
  return {
    ...rest,
    event_category_id: category_id,
    stream_status: hasRange ? undefined : SCHEDULE_SECTIONS[section],
    on_air: ON_AIR_FILTERS[section],
    sort_field: 'event_utc_ts',
    sort_direction: section === '/vod' ? 'desc' : 'asc',
  }
}

/** Return the number of active filters. A date range counts as one. */
export function countActiveFilters(filters: Filters): number {
  const days = filters.start_date || filters.end_date ? 1 : 0
  return FILTER_NAMES.filter(name => !name.endsWith('_date') && filters[name]).length + days
}

/**
 * Return whether filters limit the home page to a part of the channel. Categories do not count, because they have
 * their own rails.
 */
export function isNarrowed(filters: Filters): boolean {
  return countActiveFilters({ ...filters, category_id: null }) > 0
}

/** Return the URL of a schedule section or the home page with filters. */
export function filteredPath(path: string, filters: Partial<Filters>): string {
  const query = withFilters(new URLSearchParams(), filters).toString()
  return query ? `${path}?${query}` : path
}

/** Return the path of the calendar for these filters. It has no API key, because subscriptions outlive keys. */
export function calendarPath(
  { category_id, ...filters }: Partial<Filters>,
  language: string,
  hidesScores: boolean,
): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, event_category_id: category_id })) {
    if (value) query.set(name, value)
  }
  query.set('lang', language)
  if (hidesScores) query.set('scores', HIDDEN_SCORES.scores)
  return `/calendar.ics?${query}`
}

export const NO_FILTERS: Filters = parseFilters(new URLSearchParams())
