import type { APIRequestContext } from '@playwright/test'
import { port } from './deployment'

/** The fields of an event that journeys use. */
export interface EventRow {
  id: number
  name: string
  /** With label, date and time. */
  full_name: string
  pass_type: string
  stream_status: string
  live_state: string | null
  event_utc_ts: number
  media: { type: number; url: string | null }[]
}

export interface LibraryItemRow {
  id: number
  title: string
  pass_type: string
}

export const VOD = 3

/** The address of the server. Node may not resolve `*.localhost`, unlike browsers. */
export const server = process.env.TOUCHLINE_TEST_E2E_SERVER ?? `http://127.0.0.1:${port}`

/** Request an anonymous API key, as a page does. */
export async function apiKey(request: APIRequestContext, channel = 'prairie'): Promise<string> {
  const keyResponse = await request.get(`${server}/channel-key?channel=${channel}`)
  const { channel_key } = ((await keyResponse.json()) as { data: { channel_key: string } }).data
  const response = await request.post(`${server}/api/get_api_key`, { data: { channel_key } })
  return ((await response.json()) as { data: { api_key: string } }).data.api_key
}

/** Return the games of `prairie` with a status: finished games newest first, others soonest first. */
export async function listEvents(
  request: APIRequestContext,
  status: string,
  key?: string,
): Promise<EventRow[]> {
  const query = `stream_status=${status}&limit=50&api_key=${key ?? (await apiKey(request))}`
  const response = await request.get(`${server}/api/events?${query}`)
  return ((await response.json()) as { data: EventRow[] }).data
}

/** Return the finished games of the channel, newest first. */
export const listFinishedEvents = (request: APIRequestContext, key: string): Promise<EventRow[]> =>
  listEvents(request, 'finished', key)

/** Return the library items of a channel. */
export async function listLibraryItems(
  request: APIRequestContext,
  channel: string,
): Promise<LibraryItemRow[]> {
  const key = await apiKey(request, channel)
  const response = await request.get(`${server}/api/vod-media-items?limit=100&api_key=${key}`)
  return ((await response.json()) as { data: LibraryItemRow[] }).data
}

/** Return a game with its media. */
export async function getEvent(request: APIRequestContext, key: string, id: number): Promise<EventRow> {
  return (
    (await (await request.get(`${server}/api/events/${id}?api_key=${key}`)).json()) as { data: EventRow }
  ).data
}

/** Return a recorded game that is free to watch. */
export async function freeRecording(request: APIRequestContext): Promise<EventRow> {
  const key = await apiKey(request)
  for (const { id } of (await listFinishedEvents(request, key)).filter(event => event.pass_type === 'free')) {
    const event = await getEvent(request, key, id)
    if (event.media.some(media => media.type === VOD && media.url !== null)) return event
  }
  throw new Error('the demo has no free recording that plays')
}

/** Return a recorded game that is sold on its own (`ppv`) or with passes (`paid`). */
export async function paidRecording(
  request: APIRequestContext,
  pass: 'ppv' | 'paid' = 'ppv',
): Promise<EventRow> {
  const key = await apiKey(request)
  for (const { id } of (await listFinishedEvents(request, key)).filter(each => each.pass_type === pass)) {
    const found = await getEvent(request, key, id)
    if (found.media.some(media => media.type === VOD)) return found
  }
  throw new Error(`the demo has no recording with "pass: ${pass}"`)
}

/** Return a library item of the channel `atelier` that is free to watch. */
export async function freeLibraryItem(request: APIRequestContext): Promise<LibraryItemRow> {
  const found = (await listLibraryItems(request, 'atelier')).find(item => item.pass_type === 'free')
  if (found === undefined) throw new Error('the demo has no free library item')
  return found
}
