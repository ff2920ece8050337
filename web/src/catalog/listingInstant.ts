import { serverNow } from '@/shared/clock'
import { type EventStart, startInstant } from '@/shared/format/startInstant'
import type { EventItem } from './model'

/**
 * Return the time that decides under which day an event is listed, in milliseconds: its planned start. An event that
 * has ended is never listed in the future, so a replay that started early is not dated tomorrow.
 */
export function listingInstant(event: EventStart & Pick<EventItem, 'stream_status'>) {
  const start = startInstant(event)
  return event.stream_status === 'finished' ? Math.min(start, serverNow()) : start
}
