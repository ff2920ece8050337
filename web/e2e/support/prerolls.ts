import type { APIRequestContext, Page } from '@playwright/test'
import { apiKey, type EventRow, getEvent, listFinishedEvents, server, VOD } from './api'

/** A pre-roll in the channel bootstrap data. */
export interface Preroll {
  id: number
  name: string
  url: string | null
  vast_url: string | null
  weight: number
  location_id: number | null
  event_categories: number[]
  for_vod: boolean
  for_live: boolean
  skip_after: number | null
  click_url: string | null
  sponsor: string | null
}

interface EventPlacement extends EventRow {
  location: { id: number } | null
  event_category: { id: number } | null
}

const EVERYWHERE = { location_id: null, event_categories: [], for_vod: true, for_live: true, weight: 1 }

/** Return the pre-rolls of the demo channel. */
export async function listPrerolls(request: APIRequestContext): Promise<Preroll[]> {
  const response = await request.get(`${server}/api/channel-bootstrap-data?api_key=${await apiKey(request)}`)
  return ((await response.json()) as { data: { prerolls: Preroll[] } }).data.prerolls
}

/** Return a free recording whose location and category match the pre-roll. */
export async function recordingWithPreroll(request: APIRequestContext, preroll: Preroll): Promise<EventRow> {
  const key = await apiKey(request)
  const { location_id, event_categories } = preroll
  const candidates = ((await listFinishedEvents(request, key)) as EventPlacement[]).filter(
    ({ pass_type, location, event_category }) =>
      pass_type === 'free' &&
      (location_id === null || location_id === location?.id) &&
      (event_categories.length === 0 || event_categories.includes(event_category?.id ?? 0)),
  )
  for (const { id } of candidates) {
    const found = await getEvent(request, key, id)
    if (found.media.some(media => media.type === VOD && media.url !== null)) return found
  }
  throw new Error(`the demo has no free recording with the pre-roll ${preroll.id}`)
}

/** Replace the channel's pre-rolls with a single one, which plays before every game. */
export async function withPreroll(page: Page, changes: Partial<Preroll>): Promise<void> {
  const preroll: Preroll = {
    ...{
      id: 1,
      name: 'Feed & Seed',
      url: null,
      vast_url: null,
      skip_after: null,
      click_url: null,
      sponsor: null,
    },
    ...EVERYWHERE,
    ...changes,
  }
  await page.route('**/channel-bootstrap-data?*', async route => {
    // Node may not resolve `*.localhost`. The API key identifies the channel.
    const { pathname, search } = new URL(route.request().url())
    const response = await route.fetch({ url: server + pathname + search })
    const { data } = (await response.json()) as { data: object }
    await route.fulfill({ response, json: { data: { ...data, prerolls: [preroll] } } })
  })
}

/** Serve ad documents by path from the site's own host. Return the tracking events that it receives. */
export async function withAdServer(page: Page, documents: Record<string, string>): Promise<string[]> {
  const trackedEvents: string[] = []
  await page.route('**/ads/**', route => {
    const { pathname } = new URL(route.request().url())
    const body = documents[pathname]
    if (body === undefined) trackedEvents.push(pathname.replace('/ads/', ''))
    return body === undefined
      ? route.fulfill({ status: 204 })
      : route.fulfill({ body, contentType: 'application/xml' })
  })
  return trackedEvents
}

/** Make seconds ten times as long: a busy machine may need more than the ad timeout for the first frame. */
export async function withAdTimeout(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const every = window.setInterval.bind(window)
    const slower = (act: () => void, milliseconds: number) =>
      every(act, milliseconds === 1_000 ? 10_000 : milliseconds)
    window.setInterval = slower as typeof window.setInterval
  })
}
