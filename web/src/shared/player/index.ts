/** The video player: `Player` is small, Plyr and hls.js come when it is shown. */
export type { Prerolls } from './ads/PrerollController'
export type { StoryboardFrame } from './captions/vtt'
export type { PlayerController } from './controls/PlayerController'
export { loadFrames } from './controls/storyboard'
export { Player } from './Player'
export { DEFAULT_FRAME_RATE } from './range'
export type { FrameGrabber } from './stream/FrameGrabber'
export type { SignedUrl } from './stream/PlaybackSession'

/** Looks at other moments of the live stream at an address; null where this browser cannot. */
export const loadFrameGrabber = async (url: string) =>
  (await import('./stream/FrameGrabber')).createFrameGrabber(url)
