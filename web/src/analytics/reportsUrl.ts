import { DAY_MS, EARLIEST_DAY } from '@/shared/constants'
import { parseRouteId } from '@/shared/routeId'
import { addDays } from '@/shared/ui/calendarDays'
import { type Comparison, DIMENSIONS, type Dimension, type ReportQuery } from './reportModel'

/** What is shown on the page of reports; all of it stands in the address, to be shared and to survive a reload. */
export interface ReportView extends ReportQuery {
  tab: Dimension
  /** Whose curve is shown; the most watched game where none is named. */
  event: number | null
  /** The game that quality is told of; all where none is named. */
  quality: number | null
}

/** How many days the buttons go back, today among them. */
export const PRESETS = [7, 28, 90] as const
export const MAX_DAYS = 400
const DEFAULT_DAYS = 28
const COMPARISONS: readonly Comparison[] = ['none', 'before', 'year']

/** What an address asks for; what makes no sense in it is as if it were not there. `tabs` are those there are. */
export function parseReportView(
  search: URLSearchParams,
  today: string,
  tabs: readonly Dimension[] = DIMENSIONS,
): ReportView {
  return {
    ...parseDays(search, today),
    compare: COMPARISONS.find(each => each === search.get('compare')) ?? 'before',
    tab: tabs.find(each => each === search.get('tab')) ?? tabs[0] ?? 'event',
    event: parseRouteId({ id: search.get('event') }),
    quality: parseRouteId({ id: search.get('quality') }),
  }
}

/** The address with a change in it; nothing chosen, and the usual comparison, are left out. */
export function withReportView(search: URLSearchParams, changes: Partial<ReportView>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || (name === 'compare' && value === 'before')) next.delete(name)
    else next.set(name, String(value))
  }
  return next
}

/** The last so many days, today among them. */
export const lastDays = (days: number, today: string) => ({ from: addDays(today, 1 - days), to: today })

/** Which button stands for these days; null where they are somebody's own. */
export function presetOf({ from, to }: { from: string; to: string }, today: string): number | null {
  return PRESETS.find(days => to === today && from === lastDays(days, today).from) ?? null
}

/** How many days there are, both ends counted. */
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

/** A day that there is, and not before all channels. */
function parseDay(text: string | null): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return null
  return addDays(text, 0) === text && text >= EARLIEST_DAY ? text : null
}
