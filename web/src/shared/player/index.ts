/** The video player. `Player` is small; it loads Plyr and hls.js when it is shown. */
export type { AdChoice, AdRequest, Prerolls } from './ads/PrerollController'
export type { StoryboardFrame } from './captions/vtt'
export type { PlayerController } from './controls/PlayerController'
export type { SeekMarker } from './controls/SeekMarkers'
export { loadFrames } from './controls/storyboard'
export { Player } from './Player'
export type { Slate } from './PlayerSlate'
export { DEFAULT_FRAME_RATE } from './range'
export type { FrameGrabber } from './stream/FrameGrabber'
export type { SignedUrl } from './stream/PlaybackSession'
export { SharedConnection } from './tile/SharedConnection'
export { TilePlayer } from './tile/TilePlayer'

/** Load a frame grabber for a live stream URL. Resolve to null in browsers that do not support it. */
export const loadFrameGrabber = async (url: string) =>
  (await import('./stream/FrameGrabber')).createFrameGrabber(url)
