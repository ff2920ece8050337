/**
 * Return the instant of a local date and time (`2026-12-24T09:00`) in a time zone, as ISO 8601 in UTC. A time that a
 * clock change skips becomes the later one.
 */
export function zonedInstant(local: string, timeZone: string): string {
  const wanted = Date.parse(`${local}Z`)
  const first = wanted - offsetAt(wanted, timeZone)
  return new Date(wanted - offsetAt(first, timeZone)).toISOString()
}

/** Return how far the clocks of a time zone are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - Math.trunc(instant / 1000) * 1000
}
