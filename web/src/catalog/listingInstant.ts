import { serverNow } from '@/shared/clock'
import type { EventItem } from './model'

/**
 * The instant whose day an event is listed under, in milliseconds: its planned start. A game that began early
 * and is over was played before that, so a replay is never dated tomorrow.
 */
export function listingInstant({
  event_utc_ts,
  stream_status,
}: Pick<EventItem, 'event_utc_ts' | 'stream_status'>) {
  const start = event_utc_ts * 1000
  return stream_status === 'finished' ? Math.min(start, serverNow()) : start
}
