import { HOUR_MS } from '@/shared/constants'
import type { PlaybackEvent, TelemetryEvent, TrackedItem } from '@/shared/telemetry'
import type { Body, Path, Scalar } from './api'
import { routePattern } from './routePattern'

/** One call of the analytics API. */
export interface DatalakeCall {
  path: Path
  body: Body
}

/** The paths of content pages, and the field for the ID in the path. */
const CONTENT_PATHS: readonly [RegExp, string][] = [
  [/^\/watch(?:_embed)?\/(\d+)(?:\/|$)/, 'event_id'],
  [/^\/vod_library\/(\d+)$/, 'vod_id'],
  [/^\/(?:watch_library|share|share_embed)\/(\d+)(?:\/|$)/, 'clip_id'],
]

/** Convert a telemetry event on a page to a call. Return null for events that analytics does not track. */
export function toDatalakeCall(telemetryEvent: TelemetryEvent, page: string): DatalakeCall | null {
  const event = (name: string, fields: Record<string, Scalar> = {}): DatalakeCall => ({
    path: 'event',
    body: { event: name, page, ...fields },
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
      // Leave out the order: it would identify the buyer.
      const { value, currency, items } = telemetryEvent.payload
      return event('purchase', { value: Number(value), currency, items: itemKeys(items) })
    }
    case 'play':
      return toPlaybackCall(telemetryEvent.payload)
    case 'ad': {
      const { event: name, token } = telemetryEvent.payload
      return { path: 'ad', body: { event: name, ad_token: token } }
    }
    default:
      return null
  }
}

function toPlaybackCall(telemetryEvent: PlaybackEvent): DatalakeCall {
  const { view, content, position } = telemetryEvent
  const play = {
    video_view_uuid: view,
    stream_id: content.id,
    stream_type: content.type,
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
      ...contentAttributes(content.attributes),
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

/** Return the known attributes of the content: category, sport, gender, school, league. */
function contentAttributes(attributes: PlaybackEvent['content']['attributes'] = {}): Record<string, string> {
  const known = Object.entries(attributes).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(known.map(([name, value]) => [name, value.slice(0, 80)]))
}

/** Return the ID of the content on a page, or an empty object for other pages. */
export function contentAt(path: string): Record<string, number> {
  for (const [pattern, name] of CONTENT_PATHS) {
    const id = pattern.exec(path)?.[1]
    if (id) return { [name]: Number(id) }
  }
  return {}
}

/** The longest durations that the server accepts, in milliseconds. No viewer waits longer. */
const MAX_DURATIONS = { startup: 600_000, stall: HOUR_MS }
const clampMs = (max: number, ms: number) => Math.min(max, Math.round(ms))

const roundToTenths = (seconds: number) => Math.round(seconds * 10) / 10

/** Return the keys of the first eight items, such as `package:3 subscription:1`. More would not fit the field. */
const itemKeys = (items: readonly TrackedItem[]) =>
  items
    .slice(0, 8)
    .map(({ type, id }) => `${type}:${id}`)
    .join(' ')
