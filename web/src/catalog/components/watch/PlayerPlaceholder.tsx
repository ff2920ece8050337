import type { ReactNode } from 'react'
import { PlayerPoster } from '@/shared/player/PlayerPoster'

interface Props {
  poster: string | null
  placeholder?: ReactNode
}

/** The frame and poster of a player that is loading. It reserves the space of the player, so that nothing moves. */
export function PlayerPlaceholder({ poster, placeholder }: Props) {
  return (
    <div className="player" data-phase="loading" aria-busy="true">
      <PlayerPoster src={poster} drawn={placeholder} />
    </div>
  )
}
