import { DAY_MS, EARLIEST_DAY } from '@/shared/constants'
import { parseRouteId } from '@/shared/routeId'
import { addDays } from '@/shared/ui/calendarDays'
import { type Comparison, DIMENSIONS, type Dimension, type ReportQuery } from './reportModel'

/** The options of the reports page. The address contains all of them, for sharing and reloads. */
export interface ReportView extends ReportQuery {
  tab: Dimension
  /** The game of the retention curve. The default is the most watched game. */
  event: number | null
  /** The game of the quality report. The default is all content. */
  quality: number | null
}

/** The lengths of the preset periods, in days, including today. */
export const PRESETS = [7, 28, 90] as const
export const MAX_DAYS = 400
const DEFAULT_DAYS = 28
const COMPARISONS: readonly Comparison[] = ['none', 'before', 'year']

/** Read the options from an address. Invalid values are ignored. `tabs` are the dimensions of the channel. */
export function parseReportView(
  search: URLSearchParams,
  today: string,
  tabs: readonly Dimension[] = DIMENSIONS,
): ReportView {
  return {
    ...parseDays(search, today),
    compare: COMPARISONS.find(comparison => comparison === search.get('compare')) ?? 'before',
    tab: tabs.find(tab => tab === search.get('tab')) ?? tabs[0] ?? 'event',
    event: parseRouteId({ id: search.get('event') }),
    quality: parseRouteId({ id: search.get('quality') }),
  }
}

/** Return the query with some options changed. Empty options and the default comparison are omitted. */
export function withReportView(search: URLSearchParams, changes: Partial<ReportView>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || (name === 'compare' && value === 'before')) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** Return the period of the last days, including today. */
export const lastDays = (days: number, today: string) => ({ from: addDays(today, 1 - days), to: today })

/** Return the preset for a period, or null for a custom period. */
export function presetOf({ from, to }: { from: string; to: string }, today: string): number | null {
  return PRESETS.find(days => to === today && from === lastDays(days, today).from) ?? null
}

/** Return the number of days in a period, including its first and last day. */
export const dayCount = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

function parseDays(search: URLSearchParams, today: string): { from: string; to: string } {
  const from = parseDay(search.get('from'))
  const to = parseDay(search.get('to'))
  if (!from || !to || from > to || to > today || dayCount(from, to) > MAX_DAYS) {
    return lastDays(DEFAULT_DAYS, today)
  }
  return { from, to }
}

/** Return a valid date, or null for other texts and for days before `EARLIEST_DAY`. */
function parseDay(text: string | null): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return null
  return addDays(text, 0) === text && text >= EARLIEST_DAY ? text : null
}
