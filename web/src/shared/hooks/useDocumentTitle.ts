import { createContext, useContext, useEffect } from 'react'

/** The channel's name, as titles end with it. */
export const SiteNameContext = createContext('')

/** Hears what the page is called, once the page knows. */
export const TitleListenerContext = createContext<(title: string) => void>(() => undefined)

/** Names the page in the browser's tab and for readers: `Schedule, Prairie Sports Network`. */
export function useDocumentTitle(title: string | null): void {
  const site = useContext(SiteNameContext)
  const onTitle = useContext(TitleListenerContext)
  useEffect(() => {
    document.title = title && site ? `${title}, ${site}` : title || site
    if (title) onTitle(title)
  }, [title, site, onTitle])
}
