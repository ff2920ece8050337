import { createContext, useContext, useEffect } from 'react'

/** The channel's name. Document titles end with it. */
export const SiteNameContext = createContext('')

/** Called with the page's title when the title is known. */
export const TitleListenerContext = createContext<(title: string) => void>(() => undefined)

/** Set the title of the browser tab: `Schedule, Prairie Sports Network`. Screen readers announce it. */
export function useDocumentTitle(title: string | null): void {
  const site = useContext(SiteNameContext)
  const onTitle = useContext(TitleListenerContext)
  useEffect(() => {
    document.title = title && site ? `${title}, ${site}` : title || site
    if (title) onTitle(title)
  }, [title, site, onTitle])
}
