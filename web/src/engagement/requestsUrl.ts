import type { RequestFilter } from './requestsApi'

export const REQUESTS_PATH = '/studio/requests'

/** Read the filters from an address. Without a status, open requests are listed; `all` lists all of them. */
export function parseRequestFilter(search: URLSearchParams): RequestFilter {
  const status = search.get('status')
  const assignee = search.get('assignee')
  return {
    status: status === 'all' ? null : status === 'closed' ? 'closed' : 'open',
    form: search.get('form') || null,
    assignee: assignee === 'me' || assignee === 'none' ? assignee : null,
    q: search.get('q') || null,
  }
}

/** Return the query with some filters changed. */
export function withRequestFilter(search: URLSearchParams, changes: Partial<RequestFilter>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    const text = name === 'status' ? { open: '', closed: 'closed', all: 'all' }[value ?? 'all'] : value
    if (text) next.set(name, text)
    else next.delete(name)
  }
  return next
}
