import { vi } from 'vitest'
import type { Preroll } from '@/shared/shell'
import type { AdTexts } from './texts'

export const texts: AdTexts = {
  title: 'Advertisement',
  loading: 'Loading',
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  enterFullscreen: 'Full screen',
  exitFullscreen: 'Leave full screen',
  skip: 'Skip ad',
  canSkip: 'You can skip the ad now.',
  newTab: 'opens in a new tab',
  remaining: time => `Ad · ${time}`,
  skipIn: seconds => `Skip in ${seconds} s`,
  starting: seconds => `An ad of ${seconds} s`,
  visit: name => `Visit ${name}`,
}

export const aSponsorPreroll = (changes: Partial<Preroll> = {}): Preroll => ({
  id: 1,
  key: 'feed',
  name: 'Feed & Seed',
  url: '/files/test/feed.mp4',
  vast_url: null,
  weight: 1,
  location_id: null,
  event_categories: [],
  for_vod: true,
  for_live: true,
  skip_after: 5,
  click_url: 'https://feed.test',
  sponsor: null,
  ...changes,
})

/** Create a player frame with the stream's video and a control. */
export function createFrame() {
  const stage = document.createElement('div')
  stage.tabIndex = -1
  const main = document.createElement('video')
  const control = document.createElement('button')
  stage.append(main, control)
  document.body.append(stage)
  return { stage, main, control }
}

/** Make `play` and `pause` work in jsdom, which cannot play media. */
export function fakeVideoPlayback(play: (video: HTMLVideoElement) => Promise<void> = async () => undefined) {
  const paused = new WeakMap<HTMLMediaElement, boolean>()
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'load').mockImplementation(() => undefined)
  vi.spyOn(media, 'canPlayType').mockReturnValue('maybe')
  vi.spyOn(media, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return paused.get(this) ?? true
  })
  vi.spyOn(media, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    paused.set(this, false)
    await play(this as HTMLVideoElement)
    this.dispatchEvent(new Event('play'))
  })
  vi.spyOn(media, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    if (paused.get(this) ?? true) return
    paused.set(this, true)
    this.dispatchEvent(new Event('pause'))
  })
}

/** Emit the events of a video that plays at `at` seconds. */
export function showFrame(video: HTMLVideoElement, at: number, duration = 8): void {
  Object.defineProperties(video, {
    duration: { value: duration, configurable: true },
    currentTime: { value: at, configurable: true, writable: true },
  })
  video.dispatchEvent(new Event('playing'))
  video.dispatchEvent(new Event('timeupdate'))
}
