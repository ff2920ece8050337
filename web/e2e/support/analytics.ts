import type { Page, Request } from '@playwright/test'
import { server } from './api'

/** One thing that left the page to be counted. */
export interface TrackedEvent {
  /** `event`, `session`, `video/event`, `video/viewing`. */
  path: string
  [field: string]: unknown
}

/** What leaves a page to be counted, from now on: the journeys’ own names are this machine’s, so that is forced. */
export async function recordAnalytics(page: Page, project: object = {}): Promise<TrackedEvent[]> {
  const counted: TrackedEvent[] = []
  await page.context().route('**/project.json', async route => {
    // Node asks the name service for names that browsers know to be this machine.
    const answer = await route.fetch({ url: `${server}/project.json` })
    await route.fulfill({ json: { ...(await answer.json()), analytics_on_localhost: true, ...project } })
  })
  page.context().on('request', request => counted.push(...parseEvents(request)))
  return counted
}

function parseEvents(request: Request): TrackedEvent[] {
  const path = /\/datalake\/(.+?)\/$/.exec(new URL(request.url()).pathname)?.[1]
  if (path === undefined) return []
  const bodies = JSON.parse(request.postData() ?? '[{}]') as Record<string, unknown>[]
  return bodies.map(body => ({ path, ...body }))
}
