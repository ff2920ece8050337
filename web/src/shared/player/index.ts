/** The video player: `Player` is small, Plyr and hls.js come when it is shown. */
export type { Prerolls } from './ads/PrerollGate'
export { Player } from './Player'
export type { SignedUrl } from './session'
