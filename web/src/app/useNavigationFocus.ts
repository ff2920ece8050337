import { type RefObject, useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const HEADING_WAIT_MS = 5_000

/**
 * Scroll to the top after every navigation, and focus the new heading, so that screen readers announce it (§2). A
 * navigation that only replaces the query (a filter) changes neither. A redirect also replaces the URL, but counts as
 * a navigation.
 */
export function useNavigationFocus(main: RefObject<HTMLElement | null>): void {
  const { key, pathname } = useLocation()
  const type = useNavigationType()
  const lastPath = useRef<string | null>(null)

  // Each navigation has a new key.
  useEffect(() => {
    const previousPath = lastPath.current
    lastPath.current = pathname
    if (previousPath === null || (type === 'REPLACE' && previousPath === pathname)) return undefined
    window.scrollTo(0, 0)
    return main.current ? focusHeading(main.current) : undefined
  }, [key])
}

/** Focus the heading, or wait for it. Stop when the viewer moves the focus. */
function focusHeading(page: HTMLElement): () => void {
  page.focus({ preventScroll: true })
  const findHeading = () => page.querySelector<HTMLElement>('h1')
  const focusNow = () => {
    const heading = findHeading()
    if (!heading || document.activeElement !== page) return false
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    return true
  }
  if (focusNow()) return () => undefined
  const observer = new MutationObserver(() => {
    if (focusNow() || document.activeElement !== page) observer.disconnect()
  })
  observer.observe(page, { childList: true, subtree: true })
  const timer = setTimeout(() => observer.disconnect(), HEADING_WAIT_MS)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
  }
}
