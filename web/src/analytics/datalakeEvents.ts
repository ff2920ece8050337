import { HOUR_MS } from '@/shared/constants'
import type { PlaybackEvent, TelemetryEvent, TrackedItem } from '@/shared/telemetry'
import type { Body, Path, Scalar } from './api'
import { routePattern } from './routePattern'

/** What is sent of something that was told; `page` is where the viewer is. */
export interface DatalakeCall {
  path: Path
  body: Body
}

/** Paths that are about one thing, and how its number is called. */
const CONTENT_PATHS: readonly [RegExp, string][] = [
  [/^\/watch(?:_embed)?\/(\d+)(?:\/|$)/, 'event_id'],
  [/^\/vod_library\/(\d+)$/, 'vod_id'],
  [/^\/(?:watch_library|share|share_embed)\/(\d+)(?:\/|$)/, 'clip_id'],
]

/** What the analytics are sent of a fact; null for what is not theirs. */
export function toDatalakeCall(telemetryEvent: TelemetryEvent, page: string): DatalakeCall | null {
  const event = (name: string, more: Record<string, Scalar> = {}): DatalakeCall => ({
    path: 'event',
    body: { event: name, page, ...more },
  })
  switch (telemetryEvent.name) {
    case 'page':
      return event('visit_page', contentAt(page))
    case 'login':
      return event('login')
    case 'request': {
      const { method, path, status, ms } = telemetryEvent.payload
      return event('api_request', { method, route: routePattern(path), status, ms: Math.round(ms) })
    }
    case 'list':
      return event('view_item_list', {
        list: telemetryEvent.payload.list,
        items: itemKeys(telemetryEvent.payload.items),
      })
    case 'select':
      return event('select_item', {
        list: telemetryEvent.payload.list,
        items: itemKeys(telemetryEvent.payload.items),
      })
    case 'checkout':
      return event('begin_checkout', { items: itemKeys(telemetryEvent.payload.items) })
    case 'purchase': {
      const { value, currency, items } = telemetryEvent.payload // the order says who bought
      return event('purchase', { value: Number(value), currency, items: itemKeys(items) })
    }
    case 'play':
      return toPlaybackCall(telemetryEvent.payload)
    default:
      return null
  }
}

function toPlaybackCall(telemetryEvent: PlaybackEvent): DatalakeCall {
  const { view, content: thing, position } = telemetryEvent
  const play = {
    video_view_uuid: view,
    stream_id: thing.id,
    stream_type: thing.type,
    position: Math.max(0, Math.round(position)),
  }
  const bitrate: Record<string, number> =
    'bitrate' in telemetryEvent && telemetryEvent.bitrate
      ? { bitrate: Math.round(telemetryEvent.bitrate) }
      : {}
  if (telemetryEvent.event === 'viewing') {
    const body = {
      ...play,
      ...bitrate,
      viewing_time: roundToTenths(telemetryEvent.watched),
      ...contentAttributes(thing.attributes),
    }
    return { path: 'video/viewing', body }
  }
  const body = { ...play, ...bitrate, event: telemetryEvent.event }
  switch (telemetryEvent.event) {
    case 'first_frame':
      return {
        path: 'video/event',
        body: { ...body, startup_ms: clampMs(MAX_DURATIONS.startup, telemetryEvent.startup) },
      }
    case 'stall':
      return {
        path: 'video/event',
        body: {
          ...body,
          stall_ms: clampMs(MAX_DURATIONS.stall, telemetryEvent.stalled),
          side: telemetryEvent.side,
        },
      }
    case 'error':
      return {
        path: 'video/event',
        body: { ...body, side: telemetryEvent.side, fault: telemetryEvent.fault },
      }
    default:
      return { path: 'video/event', body }
  }
}

/** Category, sport, gender, school, league, as far as the page knows them. */
function contentAttributes(about: PlaybackEvent['content']['attributes'] = {}): Record<string, string> {
  const known = Object.entries(about).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(known.map(([name, value]) => [name, value.slice(0, 80)]))
}

/** Which thing a page is about. */
export function contentAt(path: string): Record<string, number> {
  for (const [like, name] of CONTENT_PATHS) {
    const id = like.exec(path)?.[1]
    if (id) return { [name]: Number(id) }
  }
  return {}
}

/** The server takes no longer ones, in milliseconds: whoever waited so long has left. */
const MAX_DURATIONS = { startup: 600_000, stall: HOUR_MS }
const clampMs = (most: number, ms: number) => Math.min(most, Math.round(ms))

const roundToTenths = (seconds: number) => Math.round(seconds * 10) / 10

/** `package:3 subscription:1`: so many as a line holds. */
const itemKeys = (items: readonly TrackedItem[]) =>
  items
    .slice(0, 8)
    .map(({ type, id }) => `${type}:${id}`)
    .join(' ')
