import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import './Tabs.css'

interface Props {
  label: string
  /** Links. The current one has `aria-current`. */
  children: ReactNode
}

/** A row of links to the parts of a page. On small screens it scrolls to the current one. */
export function TabNav({ label, children }: Props) {
  const { pathname, search } = useLocation()
  const row = useRef<HTMLElement>(null)
  // `scrollIntoView` would scroll the page as well.
  useLayoutEffect(() => {
    const tab = row.current?.querySelector('[aria-current]')
    if (row.current && tab) row.current.scrollLeft += horizontalCenter(tab) - horizontalCenter(row.current)
  }, [pathname, search])
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}

function horizontalCenter(element: Element): number {
  const { left, width } = element.getBoundingClientRect()
  return left + width / 2
}
