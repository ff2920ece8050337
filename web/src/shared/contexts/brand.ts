import { createContext } from 'react'

/** What a page without the channel's data knows of the channel. */
export interface Brand {
  name: string
  logo: string | null
}

/** The brand of a standalone page. The server puts it into the page. */
export const BrandContext = createContext<Brand>({ name: '', logo: null })
