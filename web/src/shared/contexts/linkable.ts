import { createContext } from 'react'

/** A function that returns whether a URL leads out of the site or to an existing screen. The default accepts every URL. */
export const LinkableContext = createContext<(url: string) => boolean>(() => true)
