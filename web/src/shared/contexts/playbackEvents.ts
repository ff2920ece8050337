import { createContext } from 'react'
import type { PlaybackEvent } from '../telemetry'

/** Who hears what happens to what is played; without the app's, nobody. */
export const PlaybackEventContext = createContext<(event: PlaybackEvent) => void>(() => undefined)
