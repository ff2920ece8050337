import { HOUR_MS } from '@/shared/constants'
import type { Fact, ItemTold, PlayTold } from '@/shared/telling'
import type { Body, Path, Scalar } from './api'
import { routeOf } from './routeOf'

/** What is sent of something that was told; `page` is where the viewer is. */
export interface Sent {
  path: Path
  body: Body
}

/** Paths that are about one thing, and how its number is called. */
const THINGS: readonly [RegExp, string][] = [
  [/^\/watch(?:_embed)?\/(\d+)(?:\/|$)/, 'event_id'],
  [/^\/vod_library\/(\d+)$/, 'vod_id'],
  [/^\/(?:watch_library|share|share_embed)\/(\d+)(?:\/|$)/, 'clip_id'],
]

/** What the analytics are sent of a fact; null for what is not theirs. */
export function sentOf(told: Fact, page: string): Sent | null {
  const event = (name: string, more: Record<string, Scalar> = {}): Sent => ({
    path: 'event',
    body: { event: name, page, ...more },
  })
  switch (told.name) {
    case 'page':
      return event('visit_page', thingAt(page))
    case 'login':
      return event('login')
    case 'request': {
      const { method, path, status, ms } = told.fact
      return event('api_request', { method, route: routeOf(path), status, ms: Math.round(ms) })
    }
    case 'list':
      return event('view_item_list', { list: told.fact.list, items: namesOf(told.fact.items) })
    case 'select':
      return event('select_item', { list: told.fact.list, items: namesOf(told.fact.items) })
    case 'checkout':
      return event('begin_checkout', { items: namesOf(told.fact.items) })
    case 'purchase': {
      const { value, currency, items } = told.fact // the order says who bought
      return event('purchase', { value: Number(value), currency, items: namesOf(items) })
    }
    case 'play':
      return playOf(told.fact)
    default:
      return null
  }
}

function playOf(told: PlayTold): Sent {
  const { view, thing, position } = told
  const play = {
    video_view_uuid: view,
    stream_id: thing.id,
    stream_type: thing.type,
    position: Math.max(0, Math.round(position)),
  }
  const bitrate: Record<string, number> =
    'bitrate' in told && told.bitrate ? { bitrate: Math.round(told.bitrate) } : {}
  if (told.event === 'viewing') {
    const body = { ...play, ...bitrate, viewing_time: tenths(told.watched), ...aboutOf(thing.about) }
    return { path: 'video/viewing', body }
  }
  const body = { ...play, ...bitrate, event: told.event }
  switch (told.event) {
    case 'first_frame':
      return { path: 'video/event', body: { ...body, startup_ms: within(LONGEST.startup, told.startup) } }
    case 'stall':
      return {
        path: 'video/event',
        body: { ...body, stall_ms: within(LONGEST.stall, told.stalled), side: told.side },
      }
    case 'error':
      return { path: 'video/event', body: { ...body, side: told.side, fault: told.fault } }
    default:
      return { path: 'video/event', body }
  }
}

/** Category, sport, gender, school, league, as far as the page knows them. */
function aboutOf(about: PlayTold['thing']['about'] = {}): Record<string, string> {
  const known = Object.entries(about).filter((entry): entry is [string, string] => Boolean(entry[1]))
  return Object.fromEntries(known.map(([name, value]) => [name, value.slice(0, 80)]))
}

/** Which thing a page is about. */
export function thingAt(path: string): Record<string, number> {
  for (const [like, name] of THINGS) {
    const id = like.exec(path)?.[1]
    if (id) return { [name]: Number(id) }
  }
  return {}
}

/** The server takes no longer ones, in milliseconds: whoever waited so long has left. */
const LONGEST = { startup: 600_000, stall: HOUR_MS }
const within = (most: number, ms: number) => Math.min(most, Math.round(ms))

const tenths = (seconds: number) => Math.round(seconds * 10) / 10

/** `package:3 subscription:1`: so many as a line holds. */
const namesOf = (items: readonly ItemTold[]) =>
  items
    .slice(0, 8)
    .map(({ type, id }) => `${type}:${id}`)
    .join(' ')
