import type { ActivityFilter } from './activityApi'

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Read the filters from an address. Invalid days are ignored. */
export function parseActivityFilter(search: URLSearchParams): ActivityFilter {
  return {
    actor: search.get('actor') || null,
    subject: search.get('subject') || null,
    from: parseDay(search.get('from')),
    to: parseDay(search.get('to')),
  }
}

/** Return the query with some filters changed. Empty filters are omitted. */
export function withActivityFilter(
  search: URLSearchParams,
  changes: Partial<ActivityFilter>,
): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

function parseDay(text: string | null): string | null {
  return text && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
}
