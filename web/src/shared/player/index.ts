/** The video player: `Player` is small, Plyr and hls.js come when it is shown. */
export type { Prerolls } from './ads/PrerollGate'
export type { PlayerController } from './control'
export { Player } from './Player'
export { USUAL_FRAME_RATE } from './range'
export type { Scout } from './scout'
export type { SignedUrl } from './session'
export { loadFrames } from './storyboard'
export type { StoryboardFrame } from './vtt'

/** Looks at other moments of the live stream at an address; null where this browser cannot. */
export const loadScout = async (url: string) => (await import('./scout')).scoutOf(url)
