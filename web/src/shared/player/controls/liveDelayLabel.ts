/** Format a delay in seconds, such as `-0:42` or `-1:02:03`. `sign` is the prefix. */
export function formatLiveDelay(seconds: number, sign = '-'): string {
  const wholeSeconds = Math.max(0, Math.round(seconds))
  const parts = [Math.floor(wholeSeconds / 60) % 60, wholeSeconds % 60]
  const hours = Math.floor(wholeSeconds / 3600)
  if (hours > 0) parts.unshift(hours)
  return sign + parts.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
