import { useRef } from 'react'

/**
 * Return a function that loads the next page of a list, and the ref of the list.
 *
 * Afterwards the focus moves to the first new item, because the pressed button may have been removed.
 */
export function useLoadMore<Element extends HTMLElement>(shown: number, load: () => Promise<void>) {
  const list = useRef<Element>(null)
  const more = async () => {
    await load()
    requestAnimationFrame(() => {
      const links = list.current?.querySelectorAll<HTMLElement>('.card__link, .row__link, td .link')
      links?.[shown]?.focus({ preventScroll: true })
    })
  }
  return { list, more: () => void more() }
}
