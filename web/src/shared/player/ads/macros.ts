import { serverNow } from '@/shared/clock'
import type { FrameSize } from './ad'

/** Return the values of the VAST macros for this playback (VAST 4.2, 6.4). */
export function macroValues(frameSize: FrameSize): Record<string, string> {
  const { protocol, host, pathname, hostname } = location
  return {
    ADTYPE: 'video',
    BREAKPOSITION: '1',
    DOMAIN: hostname,
    MEDIAMIME: 'video/mp4,video/webm',
    PAGEURL: `${protocol}//${host}${pathname}`,
    PLACEMENTTYPE: '1',
    PLAYERCAPABILITIES: 'skip,mute,autoplay,mautoplay,fullscreen',
    PLAYERSIZE: `${frameSize.width},${frameSize.height}`,
    VASTVERSIONS: '2,3,5,6,7,8,11,12,13,14',
  }
}

/** Replace the macros in the URL of a tag. The value -1 means not available. */
export function expandMacros(url: string, values: Readonly<Record<string, string>>): string {
  const allValues: Record<string, string> = {
    ...values,
    CACHEBUSTING: String(Math.floor(Math.random() * 1e8)).padStart(8, '0'),
    TIMESTAMP: new Date(serverNow()).toISOString(),
  }
  const value = (name: string) => encodeURIComponent(allValues[name] ?? '-1')
  return url.replace(/\[([A-Z]{3,})\]|%%([A-Z]{3,})%%/g, (_, bracketed, percented) =>
    value(bracketed ?? percented),
  )
}
