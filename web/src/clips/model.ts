import { MEDIA } from '@/shared/mediaTypes'
import type { SignedUrl } from '@/shared/player'

/** The state of a file that is made by a job (§4, "Clips"). */
export type ProcessingState = 'queued' | 'processing' | 'ready' | 'failed'
/** Why a clip is reported (`POST /clip/{id}/report`). */
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

/** The game of a clip, as its row in lists tells it. */
export interface ClipEvent {
  id: number
  name: string
  short_name: string
  /** With label, date and time: for places where two games of one name can meet. */
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
  /** `register`: a free account opens it. */
  pass_type: 'free' | 'register' | 'paid' | 'ppv'
}

/** What a clip is called where it stands alone, as in the server's page titles: its name and its game. */
export const clipTitle = ({ name, event }: Clip) => (event ? `${name}, ${event.full_name}` : name)

/** A clip (§3; api.md, "Clips"). Seconds, pixels, bytes; instants are ISO 8601 in UTC. */
export interface Clip {
  id: number
  /** For its owner, and those with whom it was shared. */
  uuid: string | null
  event_id: number
  /** Null where the channel shows the game no more. */
  event: ClipEvent | null
  name: string
  start_time: number
  duration: number
  tags: readonly string[]
  event_media_id: number
  kind: ClipKind
  /** Of its file; the clip itself plays from the beginning. */
  state: ProcessingState
  /** 0 to 100. */
  progress: number
  /** How many are cut before it. */
  ahead: number
  failure_message: string | null
  /** The error code of `failure_message`. */
  failure_code: string | null
  /** Null where this viewer may not play it. */
  url: string | null
  expires_at: string | null
  /** Where in what `url` plays its first frame lies. */
  start_offset: number
  poster: string | null
  size: number | null
  share_url: string | null
  /** Whether its share link plays; null for viewers who have no link. */
  share_state: 'open' | 'limit' | 'ended' | null
  created_at: string
  is_own: boolean
  /** The channel has hidden it; only its maker still sees it in lists. */
  hidden: boolean
  width: number
  height: number
  frame_rate: number | null
}

/** What somebody wants to keep. */
export interface NewClip {
  event_id: number
  event_media_id: number
  name: string
  start_time: number
  duration: number
  tags: readonly string[]
}

/** A file to take away, good until `expires_at`. */
export interface DownloadUrl {
  url: string
  filename: string
  size: number
  expires_at: string
}

/** How far the file of a whole game is. */
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

/** How often something may be done (null: without limit), and how often it was since that is counted. */
export interface Allowance {
  most: number | null
  used: number
}

export interface Media {
  id: number
  type: number
  url: string | null
  expires_at: string | null
  /** Of a live stream: when its clock began, in seconds since the epoch. */
  start_ts: number | null
}

/** A game as far as cutting needs to know it. */
export interface ClippableEvent extends ClipEvent {
  media: readonly Media[]
}

/** What a clip is cut out of: the stream while the game is on, its recording after; null where nothing plays. */
export function clipSource({
  media,
  stream_status,
}: Pick<ClippableEvent, 'media' | 'stream_status'>): Media | null {
  const order = stream_status === 'live' ? [MEDIA.live, MEDIA.vod] : [MEDIA.vod, MEDIA.live]
  for (const type of order) {
    const found = media.find(each => each.type === type && each.url)
    if (found) return found
  }
  return null
}

/** As the player takes it; null where it does not play for this viewer. */
export function toSignedUrl(thing: { url: string | null; expires_at: string | null }): SignedUrl | null {
  if (!thing.url) return null
  return { url: thing.url, expiresAt: thing.expires_at ? new Date(thing.expires_at) : null }
}

/** Its file is still to come. */
export const isProcessing = ({ state }: { state: ProcessingState }) =>
  state === 'queued' || state === 'processing'
