import { MEDIA } from '@/shared/mediaTypes'
import { type EventItem, isDecided, isWatchable, mediaUrl, streamUrl } from './model'

/** The possible contents of the watch page in place of the player. */
export type WatchState =
  /** The stream or recording plays. */
  | 'plays'
  /** A player of another site plays the video. */
  | 'embedded'
  | 'geo'
  /** The event is not available in the viewer's region for a time. */
  | 'blackout'
  /** Only the replay is included, and it opens later. */
  | 'replay_later'
  /** The viewer's passes include another part of the event. */
  | 'not_included'
  /** This viewer has no access. */
  | 'locked'
  /** The page counts down to the start. */
  | 'countdown'
  /** One side forfeited the event before its end. */
  | 'forfeited'
  /** The day of the event is known, but not its time. */
  | 'unscheduled'
  /** The start has passed, but the stream has not started. */
  | 'waiting'
  /** A simulation shows the recording on another page. The recording is available after it ends. */
  | 'showing'
  /** Canceled, or postponed without a new time. */
  | 'canceled'
  | 'postponed'
  /** The event has ended, and its replay is not open yet, is over, or was never offered. */
  | 'no_replay'
  /** The event has ended, and its recording does not exist or was removed. */
  | 'unrecorded'

/** Return the content in place of the player. `now` is in milliseconds since the epoch. */
export function watchStateOf(event: EventItem, now: number): WatchState {
  if (streamUrl(event)) return 'plays'
  if (mediaUrl(event.media, MEDIA.embedded)) return 'embedded'
  if (event.schedule_status === 'canceled' || event.schedule_status === 'postponed')
    return event.schedule_status
  if (event.access_reason === 'geo_blocked') return 'geo'
  if (event.access_reason === 'blackout') return 'blackout'
  if (isDecided(event) && event.stream_status !== 'finished') return 'forfeited'
  if (event.recording_state && event.stream_status === 'finished') return 'unrecorded'
  const replay = event.stream_status === 'finished' ? event.replay?.state : null
  if (replay === 'ended' || replay === 'none') return 'no_replay'
  if (event.access_reason === 'replay_later' || event.access_reason === 'not_included')
    return event.access_reason
  if (!event.has_access) return 'locked'
  if (event.simulation && event.simulation.state !== 'finished') return 'showing'
  if (replay === 'upcoming' && isWatchable(event)) return 'no_replay'
  if (event.stream_status === 'finished') return 'unrecorded'
  if (event.stream_status === 'upcoming' && !event.is_time_known) return 'unscheduled'
  return event.stream_status === 'upcoming' && event.event_utc_ts * 1000 > now ? 'countdown' : 'waiting'
}
