import type { ReactNode } from 'react'

/** The content of the player's frame before the first video frame: the poster, or a drawn placeholder. */
export function PlayerPoster({ src, drawn }: { src?: string | null; drawn?: ReactNode }) {
  if (src) return <img className="player__poster" src={src} alt="" fetchPriority="high" />
  return drawn ? <div className="player__poster">{drawn}</div> : null
}
