import { createContext } from 'react'

/** A function that returns whether a URL leads out of the site or to an existing screen. By default every URL does. */
export const LinkableContext = createContext<(url: string) => boolean>(() => true)
