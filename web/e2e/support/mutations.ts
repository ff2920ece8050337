import type { Page } from '@playwright/test'

/** What a page may send by itself: its visitor's key, what it counts and reports, and the log-in of the journey. */
const AUTOMATIC_CALLS = /^\/(?:api\/get_api_key|api\/v2\/auth\/login|datalake\/|client-errors)/

/** The calls that change something, as they are sent from now on: `POST /api/favorite`. */
export function recordMutations(page: Page): string[] {
  const found: string[] = []
  page.on('request', sent => {
    const { pathname, hostname } = new URL(sent.url())
    const reads = /^(GET|HEAD|OPTIONS)$/.test(sent.method())
    if (!reads && hostname.endsWith('.localhost') && !AUTOMATIC_CALLS.test(pathname))
      found.push(`${sent.method()} ${pathname}`)
  })
  return found
}
