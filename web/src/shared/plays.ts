import { createContext } from 'react'
import type { PlayTold } from './telling'

/** Who hears what happens to what is played; without the app's, nobody. */
export const PlaysTold = createContext<(told: PlayTold) => void>(() => undefined)
