export type Device = 'phone' | 'tablet' | 'computer' | 'tv'

/** What the browser says of the device that it runs on. */
export interface BrowserInfo {
  userAgent: string
  /** How many fingers it feels at once. */
  maxTouchPoints?: number
}

const TV_PATTERN =
  /\b(?:smart-?tv|hbbtv|appletv|googletv|android tv|web0s|webos\.tv|netcast|tizen.*\btv|bravia|aft[a-z]{1,4}|crkey|roku)\b/i

/** What kind of device that is. An iPad says that it is a Mac, but no Mac feels fingers. */
export function deviceOf({ userAgent, maxTouchPoints = 0 }: BrowserInfo): Device {
  if (TV_PATTERN.test(userAgent)) return 'tv'
  if (/ipad|tablet|playbook|silk|kindle/i.test(userAgent)) return 'tablet'
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'tablet'
  if (/iphone|ipod|windows phone/i.test(userAgent)) return 'phone'
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? 'phone' : 'tablet'
  return /mobile/i.test(userAgent) ? 'phone' : 'computer'
}
