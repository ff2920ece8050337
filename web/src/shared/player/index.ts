/** The video player: `Player` is small, Plyr and hls.js come when it is shown. */
export { Player } from './Player'
export type { SignedUrl } from './session'
