/** The screens that play clips, in one chunk. */

export { default as SharedClip } from './SharedClip'
export { default as SharedEmbed } from './SharedEmbed'
export { default as ClipWatch } from './WatchClip'
