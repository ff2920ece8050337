import { type ReactNode, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { PlayerController } from '../controls/PlayerController'

interface Props {
  player: PlayerController
  /** What the viewer sees in place of the picture. */
  children: ReactNode
}

/**
 * Covers the picture until the viewer plays or seeks. A live stream shows its newest frame before that, and the frame may
 * contain a scoreboard.
 */
export function PlayerCover({ player, children }: Props) {
  const [isCovered, setIsCovered] = useState(true)
  useEffect(() => {
    const start = player.time()
    return player.onTimeChange(() => {
      const hasMoved = !player.isLive() && player.time() !== start
      if (!player.paused || hasMoved) setIsCovered(false)
    })
  }, [player])
  const picture = player.frame().querySelector('.plyr__video-wrapper')
  return isCovered && picture ? createPortal(children, picture) : null
}
