import { createContext } from 'react'
import type { PlaybackEvent } from '../telemetry'

/** The listener for playback events. The default ignores them. */
export const PlaybackEventContext = createContext<(event: PlaybackEvent) => void>(() => undefined)
