/** Return a playback position: `0:26`, `1:02:05`. */
export function formatPlayTime(seconds: number): string {
  const wholeSeconds = Math.floor(seconds)
  const twoDigits = (part: number) => String(part).padStart(2, '0')
  const [hours, minutes] = [Math.floor(wholeSeconds / 3600), Math.floor(wholeSeconds / 60) % 60]
  return hours > 0
    ? `${hours}:${twoDigits(minutes)}:${twoDigits(wholeSeconds % 60)}`
    : `${minutes}:${twoDigits(wholeSeconds % 60)}`
}

const PLAY_TIME = /^(?:(?:(\d{1,3}):)?(\d{1,4}):)?(\d{1,6}(?:[.,]\d{1,3})?)$/

/** Return the seconds of a typed position such as `1:02:05`, `2:05` or `125`, or null if it is none. */
export function parsePlayTime(text: string): number | null {
  const match = PLAY_TIME.exec(text.trim())
  if (!match) return null
  const [, hours = '0', minutes = '0', seconds = '0'] = match
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.'))
}
