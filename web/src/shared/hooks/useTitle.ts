import { createContext, useContext, useEffect } from 'react'

/** The channel's name, as titles end with it. */
export const SiteName = createContext('')

/** Names the page in the browser's tab and for readers: `Schedule, Prairie Sports Network`. */
export function useTitle(title: string | null): void {
  const site = useContext(SiteName)
  useEffect(() => {
    document.title = title && site ? `${title}, ${site}` : title || site
  }, [title, site])
}
