/** Clips that are watched, in one piece. */

export { default as SharedClip } from './SharedClip'
export { default as SharedEmbed } from './SharedEmbed'
export { default as ClipWatch } from './WatchClip'
