import type { ReactNode } from 'react'

/** What is seen in a player's frame before its first picture: the poster, or what is drawn in its place. */
export function PlayerPoster({ src, drawn }: { src?: string | null; drawn?: ReactNode }) {
  if (src) return <img className="player__poster" src={src} alt="" fetchPriority="high" />
  return drawn ? <div className="player__poster">{drawn}</div> : null
}
