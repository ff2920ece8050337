/** `-0:42`, `-1:02:03`: how far behind something is; `sign` stands in front. */
export function formatLiveDelay(seconds: number, sign = '-'): string {
  const whole = Math.max(0, Math.round(seconds))
  const parts = [Math.floor(whole / 60) % 60, whole % 60]
  const hours = Math.floor(whole / 3600)
  if (hours > 0) parts.unshift(hours)
  return sign + parts.map((part, i) => (i === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
