import type { Page } from '@playwright/test'

/** Requests that a page sends on its own: API keys, analytics and error reports. Also the login of the journey. */
const AUTOMATIC_CALLS = /^\/(?:api\/get_api_key|api\/v2\/auth\/login|datalake\/|client-errors)/

/** Record the requests of a page that change data from now on, such as `POST /api/favorite`. */
export function recordMutations(page: Page): string[] {
  const mutations: string[] = []
  page.on('request', request => {
    const { pathname, hostname } = new URL(request.url())
    const isRead = /^(GET|HEAD|OPTIONS)$/.test(request.method())
    if (!isRead && hostname.endsWith('.localhost') && !AUTOMATIC_CALLS.test(pathname))
      mutations.push(`${request.method()} ${pathname}`)
  })
  return mutations
}
