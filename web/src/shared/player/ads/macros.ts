import { serverNow } from '@/shared/clock'
import type { FrameSize } from './ad'

/** What we tell a VAST tag about this viewing, under its macros' names (VAST 4.2, 6.4). */
export function macroValues(stage: FrameSize): Record<string, string> {
  const { protocol, host, pathname, hostname } = location
  return {
    ADTYPE: 'video',
    BREAKPOSITION: '1',
    DOMAIN: hostname,
    MEDIAMIME: 'video/mp4,video/webm',
    PAGEURL: `${protocol}//${host}${pathname}`,
    PLACEMENTTYPE: '1',
    PLAYERCAPABILITIES: 'skip,mute,autoplay,mautoplay,fullscreen',
    PLAYERSIZE: `${stage.width},${stage.height}`,
    VASTVERSIONS: '2,3,5,6,7,8,11,12,13,14',
  }
}

/** The address of a tag with its macros filled in; -1 stands for what we do not say. */
export function expandMacros(url: string, values: Readonly<Record<string, string>>): string {
  const now: Record<string, string> = {
    ...values,
    CACHEBUSTING: String(Math.floor(Math.random() * 1e8)).padStart(8, '0'),
    TIMESTAMP: new Date(serverNow()).toISOString(),
  }
  const value = (name: string) => encodeURIComponent(now[name] ?? '-1')
  return url.replace(/\[([A-Z]{3,})\]|%%([A-Z]{3,})%%/g, (_, one, other) => value(one ?? other))
}
