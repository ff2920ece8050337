import { serverNow } from '@/shared/clock'
import type { EventItem } from './model'

/**
 * Return the time that decides under which day an event is listed, in milliseconds: its planned start. An event that
 * has ended is never listed in the future, so a replay that started early is not dated tomorrow.
 */
export function listingInstant({
  event_utc_ts,
  stream_status,
}: Pick<EventItem, 'event_utc_ts' | 'stream_status'>) {
  const start = event_utc_ts * 1000
  return stream_status === 'finished' ? Math.min(start, serverNow()) : start
}
