import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const HEADING_WAIT_MS = 5_000

/**
 * What happens at the end of every navigation (§2): the page stands at its top, and the focus goes
 * to the new heading, so that readers hear where they are. What only replaces the query of a page
 * (a filter) moves neither; a redirect replaces the address as well, and arrives.
 */
export function useNavigationFocus(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const last = useRef<string | null>(null)

  // Every navigation has its own key.
  useEffect(() => {
    const before = last.current
    last.current = pathname
    if (before === null || (type === 'REPLACE' && before === pathname)) return undefined
    window.scrollTo(0, 0)
    return main.current ? focusHeading(main.current) : undefined
  }, [key])
}

/** Focuses the heading, now or when it comes; gives up once the viewer goes elsewhere. */
function focusHeading(page: HTMLElement): () => void {
  page.focus({ preventScroll: true })
  const heading = () => page.querySelector<HTMLElement>('h1')
  const take = () => {
    const found = heading()
    if (!found || document.activeElement !== page) return false
    found.tabIndex = -1
    found.focus({ preventScroll: true })
    return true
  }
  if (take()) return () => undefined
  const watch = new MutationObserver(() => {
    if (take() || document.activeElement !== page) watch.disconnect()
  })
  watch.observe(page, { childList: true, subtree: true })
  const timer = setTimeout(() => watch.disconnect(), HEADING_WAIT_MS)
  return () => {
    clearTimeout(timer)
    watch.disconnect()
  }
}
