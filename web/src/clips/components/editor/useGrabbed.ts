import { useEffect, useState } from 'react'
import type { PlayerController } from '@/shared/player'
import type { Grabbed } from './Tiles'

const WIDTH = 128
const HEIGHT = 72
/** So many are kept, the newest: of a long live game more would fill the memory, and a strip shows no more. */
const MOST = 600

/** Keeps a small picture of every second that is seen, where a stream has no storyboard; none where that fails. */
export function useGrabbed(player: PlayerController | null, wanted: boolean): Grabbed {
  const [grabbed, setGrabbed] = useState<Grabbed>(new Map())
  useEffect(() => {
    if (!player || !wanted) return
    const canvas = document.createElement('canvas')
    canvas.width = WIDTH
    canvas.height = HEIGHT
    const grab = () => {
      const second = Math.round(player.time())
      setGrabbed(known => {
        if (known.has(second)) return known
        const picture = pictureOf(player, canvas)
        return picture ? new Map([...known].slice(1 - MOST)).set(second, picture) : known
      })
    }
    return player.follow(grab)
  }, [player, wanted])
  return grabbed
}

function pictureOf(player: PlayerController, canvas: HTMLCanvasElement): string | null {
  try {
    return player.draw(canvas) ? canvas.toDataURL('image/jpeg', 0.6) : null
  } catch {
    return null // a picture of another site may not be read
  }
}
