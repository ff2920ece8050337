import { MEDIA } from '@/shared/mediaTypes'
import { type EventItem, mediaUrl, streamUrl } from './model'

/** What the watch page shows in the player's place. */
export type WatchState =
  /** The stream or the recording plays. */
  | 'plays'
  /** Another site's player plays it. */
  | 'embedded'
  | 'geo'
  /** Closed to this viewer. */
  | 'locked'
  /** It runs to its start. */
  | 'countdown'
  /** It should have begun; the stream has not come yet. */
  | 'waiting'
  /** Its recording is shown as if it were live, elsewhere, and not before that is over. */
  | 'showing'
  /** Canceled, or postponed without a new time. */
  | 'canceled'
  | 'postponed'
  /** Over, and there is no recording, or it was taken down. */
  | 'unrecorded'

/** `now` in milliseconds since the epoch. */
export function watchStateOf(event: EventItem, now: number): WatchState {
  if (streamUrl(event)) return 'plays'
  if (mediaUrl(event.media, MEDIA.embedded)) return 'embedded'
  if (event.schedule_status === 'canceled' || event.schedule_status === 'postponed')
    return event.schedule_status
  if (event.access_reason === 'geo_blocked') return 'geo'
  if (event.recording_state && event.stream_status === 'finished') return 'unrecorded'
  if (!event.has_access) return 'locked'
  if (event.simulation && event.simulation.state !== 'finished') return 'showing'
  if (event.stream_status === 'finished') return 'unrecorded'
  return event.stream_status === 'upcoming' && event.event_utc_ts * 1000 > now ? 'countdown' : 'waiting'
}
