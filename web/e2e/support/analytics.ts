import type { Page, Request } from '@playwright/test'
import { server } from './api'

/** One event or report that a page sent to the analytics API. */
export interface TrackedEvent {
  /** The path of the endpoint: `event`, `session`, `video/event` or `video/viewing`. */
  path: string
  [field: string]: unknown
}

/** Record the analytics events of a page from now on. Turns analytics on for `*.localhost`. */
export async function recordAnalytics(page: Page, project: object = {}): Promise<TrackedEvent[]> {
  const events: TrackedEvent[] = []
  await page.context().route('**/project.json', async route => {
    // Node may not resolve `*.localhost`, unlike browsers.
    const response = await route.fetch({ url: `${server}/project.json` })
    await route.fulfill({ json: { ...(await response.json()), analytics_on_localhost: true, ...project } })
  })
  page.context().on('request', request => events.push(...parseEvents(request)))
  return events
}

function parseEvents(request: Request): TrackedEvent[] {
  const path = /\/datalake\/(.+?)\/$/.exec(new URL(request.url()).pathname)?.[1]
  if (path === undefined) return []
  const bodies = JSON.parse(request.postData() ?? '[{}]') as Record<string, unknown>[]
  return bodies.map(body => ({ path, ...body }))
}
