import { MEDIA } from '@/shared/mediaTypes'
import type { SignedUrl } from '@/shared/player'

/** The state of a file that a job creates (§4, "Clips"). */
export type ProcessingState = 'queued' | 'processing' | 'ready' | 'failed'
/** The reason of a report (`POST /clip/{id}/report`). */
export type ReportReason = 'person' | 'bullying' | 'wrong_game' | 'other'
export interface Report {
  reason: ReportReason
  text: string
}
export type ClipKind = 'clips' | 'downloads'

export interface Team {
  id: number
  name: string
  short_name: string
  images: { logo: string | null }
  color: string | null
  color_2: string | null
  is_home?: boolean
}

/** The event of a clip, as in lists of events. */
export interface ClipEvent {
  id: number
  name: string
  short_name: string
  /** The name with label, date and time, for places that may show two events with the same name. */
  full_name: string
  label: string | null
  sport: string
  participants: readonly Team[]
  event_utc_ts: number
  event_category: { id: number; name: string } | null
  location: { name: string; city: string | null; state: string | null } | null
  stream_status: 'upcoming' | 'live' | 'finished'
  images: { card: string | null; poster: string | null }
  has_access: boolean
  access_reason: string
  /** `register` requires a free account. */
  pass_type: 'free' | 'register' | 'paid' | 'ppv'
}

/** Return the title of a clip: its name and its event, as in the server's page titles. */
export const clipTitle = ({ name, event }: Clip) => (event ? `${name}, ${event.full_name}` : name)

/** A clip (§3; api.md, "Clips"). Units are seconds, pixels and bytes. Timestamps are ISO 8601 in UTC. */
export interface Clip {
  id: number
  /** Only for the owner and for viewers with the share link. */
  uuid: string | null
  event_id: number
  /** Null if the channel no longer shows the event. */
  event: ClipEvent | null
  name: string
  start_time: number
  duration: number
  tags: readonly string[]
  event_media_id: number
  kind: ClipKind
  /** The state of its file. The clip plays before its file is ready. */
  state: ProcessingState
  /** Percentage from 0 to 100. */
  progress: number
  /** The number of clips before it in the queue. */
  ahead: number
  failure_message: string | null
  /** The error code of `failure_message`. */
  failure_code: string | null
  /** Null if this viewer may not play the clip. */
  url: string | null
  expires_at: string | null
  /** The position of the first frame in the stream at `url`, in seconds. */
  start_offset: number
  poster: string | null
  size: number | null
  share_url: string | null
  /** The state of its share link. Null for viewers without the link. */
  share_state: 'open' | 'limit' | 'ended' | null
  created_at: string
  is_own: boolean
  /** Who made it: a viewer, or the channel by itself. */
  origin: 'viewer' | 'highlight' | 'reel'
  /** Whether the channel has hidden the clip. Only its owner still sees it in lists. */
  hidden: boolean
  width: number
  height: number
  frame_rate: number | null
}

/** A clip that the channel made from a moment of an event. `at_ms` is its time in milliseconds since the epoch. */
export interface Highlight extends Clip {
  at_ms: number
}

/** The highlights of an event in order, and the clip of all of them, which exists after the final. */
export interface EventHighlights {
  highlights: readonly Highlight[]
  reel: Clip | null
}

/** The fields of a clip that its card shows. */
export interface ClipSummary extends Pick<Clip, 'id' | 'event_id' | 'name' | 'duration' | 'poster'> {
  event: Pick<ClipEvent, 'full_name' | 'sport' | 'participants' | 'images'> | null
}

/** The request body of a new clip. */
export interface NewClip {
  event_id: number
  event_media_id: number
  name: string
  start_time: number
  duration: number
  tags: readonly string[]
}

/** A file to download. The URL is valid until `expires_at`. */
export interface DownloadUrl {
  url: string
  filename: string
  size: number
  expires_at: string
}

/** The state of an event file. */
export interface EventFile {
  state: ProcessingState
  progress: number
  url: string | null
  filename: string
  size: number | null
  expires_at: string | null
  failure_message: string | null
  /** The error code of `failure_message`. */
  failure_code: string | null
}

/** The allowance of a feature: its limit (null for no limit) and its use so far. */
export interface Allowance {
  most: number | null
  used: number
}

export interface Media {
  id: number
  type: number
  url: string | null
  expires_at: string | null
  /** The start of the timeline of a live stream, in seconds since the epoch. */
  start_ts: number | null
}

/** The data about an event that the clip editor needs. */
export interface ClippableEvent extends ClipEvent {
  /** The planned length, in seconds. */
  duration: number
  media: readonly Media[]
}

/** Return the source of a clip: the live stream during an event, the recording afterwards, or null. */
export function clipSource({
  media,
  stream_status,
}: Pick<ClippableEvent, 'media' | 'stream_status'>): Media | null {
  const order = stream_status === 'live' ? [MEDIA.live, MEDIA.vod] : [MEDIA.vod, MEDIA.live]
  for (const type of order) {
    const match = media.find(medium => medium.type === type && medium.url)
    if (match) return match
  }
  return null
}

/** Convert a clip or a medium for the player. Return null if this viewer may not play it. */
export function toSignedUrl(media: { url: string | null; expires_at: string | null }): SignedUrl | null {
  if (!media.url) return null
  return { url: media.url, expiresAt: media.expires_at ? new Date(media.expires_at) : null }
}

/** Return whether a file is not created yet. */
export const isProcessing = ({ state }: { state: ProcessingState }) =>
  state === 'queued' || state === 'processing'
