import { MEDIA } from '@/shared/mediaTypes'
import type { SignedUrl } from '@/shared/player'
import type { Category, Group, Location } from '@/shared/shell'

export type StreamStatus = 'upcoming' | 'live' | 'finished'
/** Whether an event takes place when it was announced to; `postponed` has no new time yet. */
export type ScheduleStatus = 'scheduled' | 'postponed' | 'rescheduled' | 'canceled'
/** What viewers see of an event that is due or on; null for any other. */
export type LiveState = 'starting_soon' | 'delayed' | 'on_air' | 'interrupted'
export type PassType = 'free' | 'paid' | 'register' | 'ppv'

/** Why a thing is open, or why its address is not given (api.md, "Closed questions"). */
export type AccessReason =
  | 'free'
  | 'registered'
  | 'purchased'
  | 'subscribed'
  | 'login_required'
  | 'purchase_required'
  | 'geo_blocked'
  | 'not_started'

export interface MediaRow {
  id: number
  type: number
  /** Null unless this viewer may play it now; a playable one is signed and ends. */
  url: string | null
  expires_at: string | null
  /** The instant of the first picture of a live stream, in seconds since the epoch. */
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
  /** The teams that it stands for; lists of participants name them. */
  children?: { id: number }[]
}

export interface Score {
  away: number
  home: number
  note: string | null
}

/** What the watch page needs of anything that plays. */
interface WatchableItem {
  /** What the operator did with the recording; null where nothing was taken down. */
  recording_state?: 'hidden' | 'withdrawn' | 'deleted' | null
  id: number
  pass_type: PassType
  has_access: boolean
  access_reason: AccessReason
  media: MediaRow[]
}

export interface EventItem extends WatchableItem {
  name: string
  short_name: string
  /** With label, date and time: for places where two games of one name can meet. */
  full_name: string
  label: string | null
  sport: string
  gender: string
  participants: Participant[]
  event_utc_ts: number
  /** Seconds. */
  duration: number
  event_category: Pick<Category, 'id' | 'name'> | null
  location: Pick<Location, 'id' | 'name' | 'city' | 'state'> | null
  price: string
  currency: string
  single_event_package_id: number | null
  stream_status: StreamStatus
  live_state: LiveState | null
  schedule_status: ScheduleStatus
  /** Only `expected` and `recorded` events can be watched, and are sold. */
  availability: 'expected' | 'recorded' | 'none' | 'canceled' | 'postponed'
  /** The first announced start of a rescheduled event. */
  previous_event_utc_ts: number | null
  score: Score | null
  images: { card: string | null; poster: string | null }
  share_url: string
  clip_count: number
  /** Only on a single event. */
  description?: string
  /** Only on a single event: when its recording is shown as if it were live, which it is not before. */
  simulation?: { state: StreamStatus; starts_at: string } | null
}

export interface LibraryCategory {
  id: number
  name: string
  alias: string | null
}

export interface LibraryItem extends WatchableItem {
  title: string
  /** The title, with the date where several films have it. */
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

/** `due`: their time has come, and their stream has not. */
export type RailStatus = StreamStatus | 'due'

export interface HomeRail {
  id: number
  title: string
  kind: RailStatus | 'category'
  /** Whose newest games they are, in a rail of the kind `category`. */
  event_category_id: number | null
  stream_status: StreamStatus
  events: EventItem[]
  total: number
  more_url: string
}

/** What the site's search finds: the first of each kind, the best first. */
export interface SearchResult {
  events: EventItem[]
  participants: Participant[]
  groups: Pick<Group, 'id' | 'name' | 'nickname' | 'alias' | 'images'>[]
  library: LibraryItem[]
}

/** A recorded game that is shown as if it were live: to everybody the same moment of it. */
export interface Simulation {
  event: EventItem
  /** Instants (ISO 8601): the first picture, the last one, and what the server's clock says. */
  starts_at: string
  ends_at: string
  now: string
  /** Everybody sees it so many seconds later than that clock has it, so that nobody's line runs dry. */
  delay: number
  state: StreamStatus
  /** Null unless it is on, and this viewer may watch. */
  stream: MediaRow | null
}

/** The stream test of an event, as its operators see it. */
export interface StreamTest {
  state: 'none' | 'waiting' | 'live' | 'interrupted'
  /** What is wrong with what the encoder sends. */
  fault: string | null
  /** The picture, signed for this session; null before there is one. */
  stream: MediaRow | null
}

/** Whether there is, or will be, anything to watch. */
export const isWatchable = ({ availability }: Pick<EventItem, 'availability'>): boolean =>
  availability === 'expected' || availability === 'recorded'

/** The address of a media type that this viewer may have now. */
export function mediaUrl(media: readonly MediaRow[], ...types: number[]): string | null {
  return media.find(row => row.url && types.includes(row.type))?.url ?? null
}

/** What plays, until when; null where nothing does now. `first` is what comes first where there are two. */
export function streamUrl(thing: WatchableItem, first: number = preferredMediaType(thing)): SignedUrl | null {
  const playable = thing.media.filter(({ type, url }) => url && (type === MEDIA.live || type === MEDIA.vod))
  return toSignedUrl(playable.find(({ type }) => type === first) ?? playable[0])
}

/** A media row as the player takes it; null where this viewer may not play it now. */
export function toSignedUrl(row: MediaRow | null | undefined): SignedUrl | null {
  if (!row?.url) return null
  return { url: row.url, expiresAt: row.expires_at ? new Date(row.expires_at) : null }
}

/** Whether the game is expected at its start: neither canceled nor postponed without a new time. */
export const takesPlace = ({ schedule_status }: Pick<EventItem, 'schedule_status'>): boolean =>
  schedule_status !== 'canceled' && schedule_status !== 'postponed'

/** Whether the stream of an event has come. Only then may anything say that the event is live. */
export const isOnAir = ({ live_state }: Pick<EventItem, 'live_state'>): boolean =>
  live_state === 'on_air' || live_state === 'interrupted'

/** The score as viewers are shown it: of a game on air or over. Nothing has been seen of any other. */
export const shownScore = (event: EventItem): Score | null =>
  event.stream_status === 'finished' || isOnAir(event) ? event.score : null

/** The stream while it is live, the recording after; a game that has just ended may still have both. */
const preferredMediaType = (thing: WatchableItem): number =>
  'stream_status' in thing && thing.stream_status === 'live' ? MEDIA.live : MEDIA.vod
