/** Return a playback position: `0:26`, `1:02:05`. */
export function formatPlayTime(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60]
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(wholeSeconds % 60)}`
    : `${minutes}:${twoDigits(wholeSeconds % 60)}`
}
