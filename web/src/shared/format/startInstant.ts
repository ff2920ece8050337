import { dayKey } from './dates'

/** The start of an event, as lists of events have it. */
export interface EventStart {
  /** Seconds since the epoch. */
  event_utc_ts: number
  /** Whether the time is known. If not, the start is the last second of its day in the time zone. */
  is_time_known: boolean
  time_zone: string
}

/**
 * Return the start of an event in milliseconds since the epoch. Without a known time, it is the end of the event's day
 * in the viewer's time zone, so that every viewer reads the same day.
 */
export function startInstant({ event_utc_ts, is_time_known, time_zone }: EventStart): number {
  const start = event_utc_ts * 1000
  return is_time_known ? start : new Date(`${dayKey(start, time_zone)}T23:59:59`).getTime()
}
