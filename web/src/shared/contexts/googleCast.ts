import { createContext } from 'react'

/** Whether the channel allows Google's script for Cast devices. */
export const GoogleCastContext = createContext(false)
