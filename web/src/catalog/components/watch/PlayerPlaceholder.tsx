import type { ReactNode } from 'react'
import { PlayerPoster } from '@/shared/player/PlayerPoster'

interface Props {
  poster: string | null
  placeholder?: ReactNode
}

/** The frame of a player that is about to come, with its poster: nothing jumps. */
export function PlayerPlaceholder({ poster, placeholder: drawn }: Props) {
  return (
    <div className="player" data-phase="loading" aria-busy="true">
      <PlayerPoster src={poster} drawn={drawn} />
    </div>
  )
}
