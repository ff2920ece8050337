import type { ReactNode } from 'react'
import { PlayerPoster } from '@/shared/player/PlayerPoster'

interface Props {
  poster: string | null
  drawn?: ReactNode
}

/** The frame of a player that is about to come, with its poster: nothing jumps. */
export function PlayerWait({ poster, drawn }: Props) {
  return (
    <div className="player" data-phase="loading" aria-busy="true">
      <PlayerPoster src={poster} drawn={drawn} />
    </div>
  )
}
