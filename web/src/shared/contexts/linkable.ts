import { createContext } from 'react'

/** Whether an address of this site has a screen (or is another site's): nothing leads nowhere. */
export const LinkableContext = createContext<(url: string) => boolean>(() => true)
