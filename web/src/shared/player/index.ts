/** The video player: `Player` is small, Plyr and hls.js come when it is shown. */
export { Player, type PlayerProps } from './Player'
