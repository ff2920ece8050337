import { MEDIA } from '@/shared/mediaTypes'
import type { SignedUrl } from '@/shared/player'
import type { Category, Group, Location } from '@/shared/shell'

export type StreamStatus = 'upcoming' | 'live' | 'finished'
/** The schedule status of an event. A `postponed` event has no new date yet. */
export type ScheduleStatus = 'scheduled' | 'postponed' | 'rescheduled' | 'canceled'
/** The live state of an event that is due or live. Null for other events. */
export type LiveState = 'starting_soon' | 'delayed' | 'on_air' | 'interrupted'
export type ReplayState = 'available' | 'upcoming' | 'ended' | 'none'
export type PassType = 'free' | 'paid' | 'register' | 'ppv'

/** Why an item is accessible, or why it has no URL (api.md, "Closed questions"). */
export type AccessReason =
  | 'free'
  | 'registered'
  | 'purchased'
  | 'subscribed'
  | 'login_required'
  | 'purchase_required'
  | 'geo_blocked'
  | 'not_started'
  | 'no_replay'
  | 'replay_later'
  | 'not_included'
  | 'blackout'

export interface MediaRow {
  id: number
  type: number
  /** Null unless this viewer may play it now. A URL is signed and expires. */
  url: string | null
  expires_at: string | null
  /** When a live stream started, in seconds since the epoch. */
  start_ts?: number | null
}

export interface Participant {
  id: number
  name: string
  short_name: string
  alias: string | null
  images: { logo: string | null }
  color: string | null
  color_2: string | null
  event_category_id: number | null
  group: { id: number; alias: string | null; name: string; nickname: string | null } | null
  is_home?: boolean
  /** The teams that this participant represents. Only lists of participants include them. */
  children?: { id: number }[]
}

/** How a game ended. A game that has not ended is `regulation`, too. */
export type Ending = 'regulation' | 'overtime' | 'shootout' | 'forfeit'

export interface Score {
  away: number
  home: number
  note: string | null
  ending?: Ending
  /** The score of the shootout that decided a tied game. */
  shootout?: { away: number; home: number } | null
  /** The side that won by forfeit. */
  winner?: 'away' | 'home' | null
  /** The result as the sport writes it: `4–5 (OT)`, `2–2 (4–3 SO)`, `Forfeit`. */
  text?: string
  /** The note of the result: `OT`, `4–3 SO`. Null for a game in regulation. */
  ending_note?: string | null
  /** The side that is ahead or has won. Null for a tie. */
  leader?: 'away' | 'home' | null
}

/** The fields of events and library items that the watch page needs. */
interface WatchableItem {
  /** The operator's change to the recording. Null if the recording was not removed. */
  recording_state?: 'hidden' | 'withdrawn' | 'deleted' | null
  id: number
  pass_type: PassType
  has_access: boolean
  access_reason: AccessReason
  /** When the viewer can watch, for the reasons `replay_later`, `blackout` and, for a video, `not_started`. */
  available_at: string | null
  /** Whether there is video; false if viewers can only listen. */
  has_video: boolean
  /** Whether this viewer gets the audio only. */
  is_audio_only: boolean
  media: MediaRow[]
}

export interface EventItem extends WatchableItem {
  name: string
  short_name: string
  /** The name with label, date and time, for places where two events may have the same name. */
  full_name: string
  label: string | null
  sport: string
  gender: string
  participants: Participant[]
  event_utc_ts: number
  /** Whether the time of the start is known; false if only the day is. */
  is_time_known: boolean
  time_zone: string
  /** Seconds. */
  duration: number
  event_category: Pick<Category, 'id' | 'name'> | null
  location: Pick<Location, 'id' | 'name' | 'city' | 'state'> | null
  is_neutral_site?: boolean
  price: string
  currency: string
  single_event_package_id: number | null
  stream_status: StreamStatus
  live_state: LiveState | null
  schedule_status: ScheduleStatus
  /** Only `expected` and `recorded` events can be watched and sold. */
  availability: 'expected' | 'recorded' | 'none' | 'canceled' | 'postponed'
  /** When viewers may watch the event after its end. Null for an event without limits; `none`: live only. */
  replay: { state: ReplayState; starts_at: string | null; ends_at: string | null } | null
  /** Whether viewers may watch the event live; false if they may watch only its replay. */
  has_live: boolean
  /** Whether viewers may download the recording. */
  allows_downloads: boolean
  /** The original start of a rescheduled event. */
  previous_event_utc_ts: number | null
  score: Score | null
  /** Whether the server left the score and the description out, because the viewer hides scores. */
  is_score_hidden: boolean
  images: { card: string | null; poster: string | null; tall: string | null }
  share_url: string
  clip_count: number
  /** Only in the response for a single event. */
  description?: string
  /** Only in the response for a single event: the pre-rolls that may play. Null for all that fit. */
  preroll_keys?: readonly string[] | null
  /** Only in the response for a single event: the token of the timeline of a private event. It is renewed often. */
  timeline_token?: string | null
  /**
   * Only in the response for a single event: the simulation of the recording as live. Until it ends, the recording
   * cannot be watched.
   */
  simulation?: { state: StreamStatus; starts_at: string } | null
}

export interface LibraryCategory {
  id: number
  name: string
  alias: string | null
}

export interface LibraryItem extends WatchableItem {
  title: string
  /** The title, with the date if several items have the same title. */
  full_title: string
  description: string
  author: string | null
  date: string
  /** Seconds. */
  duration: number
  categories: LibraryCategory[]
  assets: { type: 'image' | 'preview'; path: string }[]
}

export interface LibraryRail {
  id: number
  title: string
  alias: string | null
  category_id: number | null
  vod_media_items: LibraryItem[]
}

/** `due`: the start has passed, but the stream has not started. */
export type RailStatus = StreamStatus | 'due'

export interface HomeRail {
  id: number
  title: string
  kind: RailStatus | 'category'
  /** Category of a rail of the kind `category`, which shows the newest events. */
  event_category_id: number | null
  stream_status: StreamStatus
  events: EventItem[]
  total: number
  more_url: string
}

/** The results of the site's search: the best of each kind, best first. */
export interface SearchResult {
  events: EventItem[]
  participants: Participant[]
  groups: Pick<Group, 'id' | 'name' | 'nickname' | 'alias' | 'images'>[]
  library: LibraryItem[]
}

/** A recorded event that plays as if it were live. All viewers see the same moment. */
export interface Simulation {
  event: EventItem
  /** ISO 8601 times: the start, the end, and the server's current time. */
  starts_at: string
  ends_at: string
  now: string
  /** Seconds by which all viewers are behind the server's clock, so that slow connections do not stall. */
  delay: number
  state: StreamStatus
  /** Null unless the simulation is live and this viewer may watch. */
  stream: MediaRow | null
}

/** The stream test of an event, as operators see it. */
export interface StreamTest {
  state: 'none' | 'waiting' | 'live' | 'interrupted'
  /** The problem of the encoder's stream. */
  fault: string | null
  /** The stream, signed for this session. Null before the stream starts. */
  stream: MediaRow | null
}

/** Return whether an event has or will have a stream or recording. */
export const isWatchable = ({ availability }: Pick<EventItem, 'availability'>): boolean =>
  availability === 'expected' || availability === 'recorded'

/** Return the URL of the first matching media type that this viewer may use now. */
export function mediaUrl(media: readonly MediaRow[], ...types: number[]): string | null {
  return media.find(row => row.url && types.includes(row.type))?.url ?? null
}

/** Return the signed URL that plays now, or null. `first` is the preferred media type if there are two. */
export function streamUrl(item: WatchableItem, first: number = preferredMediaType(item)): SignedUrl | null {
  const playable = item.media.filter(({ type, url }) => url && (type === MEDIA.live || type === MEDIA.vod))
  return toSignedUrl(playable.find(({ type }) => type === first) ?? playable[0])
}

/** Return the signed URL of a media row, or null if this viewer may not play it now. */
export function toSignedUrl(row: MediaRow | null | undefined): SignedUrl | null {
  if (!row?.url) return null
  return { url: row.url, expiresAt: row.expires_at ? new Date(row.expires_at) : null }
}

/** Return whether an event takes place at its start: not canceled, and not postponed. */
export const takesPlace = ({ schedule_status }: Pick<EventItem, 'schedule_status'>): boolean =>
  schedule_status !== 'canceled' && schedule_status !== 'postponed'

/** Return whether the stream of an event has started. Only then may the page call the event live. */
export const isOnAir = ({ live_state }: Pick<EventItem, 'live_state'>): boolean =>
  live_state === 'on_air' || live_state === 'interrupted'

/** Return whether the result of an event is known: it has ended, or it was forfeited, maybe before its start. */
export const isDecided = (event: EventItem): boolean =>
  event.stream_status === 'finished' || (event.score?.ending === 'forfeit' && !isOnAir(event))

/** Return the score that viewers may see. Only events that are on air or decided have one. */
export const shownScore = (event: EventItem): Score | null =>
  isDecided(event) || isOnAir(event) ? event.score : null

/**
 * Return the stream type for a live event, and the recording type otherwise. An event that has just ended may have
 * both.
 */
const preferredMediaType = (item: WatchableItem): number =>
  'stream_status' in item && item.stream_status === 'live' ? MEDIA.live : MEDIA.vod

/** Return whether an event is not available in the viewer's region, now or at all. */
export const isOutOfRegion = ({ access_reason: reason }: Pick<EventItem, 'access_reason'>): boolean =>
  reason === 'geo_blocked' || reason === 'blackout'
