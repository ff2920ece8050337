import { EARLIEST_DAY } from '@/shared/constants'
import type { Query } from '@/shared/http/session'
import type { PassType, StreamStatus } from './model'

/** What the list of events can be narrowed by; the address holds the same words. */
export interface Filters {
  gender: string | null
  sport: string | null
  city: string | null
  state: string | null
  /** Alias of a participant group, or its name; `group` is another word for it. */
  school: string | null
  /** A value of the groups' property `division`, by its key. */
  division: string | null
  /** Alias of a participant, or its name. */
  team: string | null
  participant_id: string | null
  category_id: string | null
  location: string | null
  /** A pass type: `free` shows what everybody may watch. */
  type: string | null
  /** Days, both inclusive, as `2026-11-21`. */
  start_date: string | null
  end_date: string | null
  /** Words to find: names of teams, schools, places. */
  q: string | null
}

export type FilterName = keyof Filters

/** What an address may call a filter besides its own name. */
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

/** The most letters that the server looks for. */
export const MAX_QUERY_LENGTH = 100

/**
 * The parts of the schedule and the states each shows (§2: aliases of the upcoming list).
 *
 * `/schedule` is the list of `/upcoming`, with the games that are on before it: an evening has no gap.
 */
export const SCHEDULE_SECTIONS = {
  '/schedule': ['live', 'upcoming'],
  '/live': ['live'],
  '/upcoming': ['live', 'upcoming'],
  '/vod': ['finished'],
} as const satisfies Record<string, readonly StreamStatus[]>

export type ScheduleSection = keyof typeof SCHEDULE_SECTIONS

/** A game whose time has come is listed as live once its stream is there, and as upcoming before. */
const ON_AIR_FILTERS: Partial<Record<ScheduleSection, boolean>> = { '/live': true, '/upcoming': false }

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/

/** Whether a calendar has this day: `2026-02-30` looks like one, and `Intl` throws at `2026-13-45`. */
function isDay(value: string): boolean {
  if (!DAY_PATTERN.test(value)) return false
  const at = new Date(value)
  return !Number.isNaN(at.valueOf()) && at.toISOString().startsWith(value)
}

/** The filters that an address asks for. What cannot be is left out. */
export function parseFilters(search: URLSearchParams): Filters {
  const read = (name: string) => search.get(name)?.trim() || null
  const day = (name: string) => {
    const value = read(name)
    return value && isDay(value) && value >= EARLIEST_DAY ? value : null
  }
  const id = (value: string | null) => (value && /^[1-9]\d*$/.test(value) ? value : null)
  return {
    gender: ['male', 'female'].find(gender => gender === read('gender')) ?? null,
    sport: read('sport'),
    city: read('city'),
    state: read('state'),
    school: read('school') ?? read(PARAM_ALIASES.school),
    division: read('division'),
    team: read('team'),
    participant_id: id(read('participant_id')),
    category_id: id(read('category_id') ?? read(PARAM_ALIASES.category_id)),
    location: id(read('location')),
    type: PASS_TYPES.find(type => type === read('type')) ?? null,
    start_date: day('start_date'),
    end_date: day('end_date'),
    q: read('q')?.slice(0, MAX_QUERY_LENGTH) ?? null,
  }
}

/** The address that asks for these filters, keeping what else stands in it. */
export function withFilters(search: URLSearchParams, change: Partial<Filters>): URLSearchParams {
  const next = new URLSearchParams(search)
  const wanted = { ...parseFilters(search), ...change }
  for (const word of Object.values(PARAM_ALIASES)) next.delete(word)
  for (const name of FILTER_NAMES) {
    const value = wanted[name]
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** What `GET /events` is asked. A range of days on the schedule shows all that is in it, past games too. */
export function eventsQuery(part: ScheduleSection, { category_id, ...rest }: Filters): Query {
  const ranged = part === '/schedule' && (rest.start_date || rest.end_date)
  return {
    ...rest,
    event_category_id: category_id,
    stream_status: ranged ? undefined : SCHEDULE_SECTIONS[part],
    on_air: ON_AIR_FILTERS[part],
    sort_field: 'event_utc_ts',
    sort_direction: part === '/vod' ? 'desc' : 'asc',
  }
}

/** How many filters are on; a range of days is one. */
export function countActiveFilters(filters: Filters): number {
  const days = filters.start_date || filters.end_date ? 1 : 0
  return FILTER_NAMES.filter(name => !name.endsWith('_date') && filters[name]).length + days
}

/** Whether a home page shows a part of the channel: anything but its categories, which have rails of their own. */
export function isNarrowed(filters: Filters): boolean {
  return countActiveFilters({ ...filters, category_id: null }) > 0
}

/** The address of a part of the schedule, or of the home page, with these filters. */
export function filteredPath(path: string, filters: Partial<Filters>): string {
  const query = withFilters(new URLSearchParams(), filters).toString()
  return query ? `${path}?${query}` : path
}

/** The calendar of these games, below the site's address; it needs no key, for it outlives them all. */
export function calendarPath({ category_id, ...filters }: Partial<Filters>, language: string): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...filters, event_category_id: category_id })) {
    if (value) query.set(name, value)
  }
  query.set('lang', language)
  return `/calendar.ics?${query}`
}

export const NO_FILTERS: Filters = parseFilters(new URLSearchParams())
