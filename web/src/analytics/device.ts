export type Device = 'phone' | 'tablet' | 'computer' | 'tv'

/** The properties of `navigator` that identify the device. */
export interface BrowserInfo {
  userAgent: string
  /** The number of simultaneous touches that the screen supports. */
  maxTouchPoints?: number
}

const TV_PATTERN =
  /\b(?:smart-?tv|hbbtv|appletv|googletv|android tv|web0s|webos\.tv|netcast|tizen.*\btv|bravia|aft[a-z]{1,4}|crkey|roku)\b/i

/** Return the kind of device. An iPad sends the user agent of a Mac, but no Mac has a touchscreen. */
export function deviceOf({ userAgent, maxTouchPoints = 0 }: BrowserInfo): Device {
  if (TV_PATTERN.test(userAgent)) return 'tv'
  if (/ipad|tablet|playbook|silk|kindle/i.test(userAgent)) return 'tablet'
  if (/macintosh/i.test(userAgent) && maxTouchPoints > 1) return 'tablet'
  if (/iphone|ipod|windows phone/i.test(userAgent)) return 'phone'
  if (/android/i.test(userAgent)) return /mobile/i.test(userAgent) ? 'phone' : 'tablet'
  return /mobile/i.test(userAgent) ? 'phone' : 'computer'
}
