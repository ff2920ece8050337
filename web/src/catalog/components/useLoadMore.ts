import { useRef } from 'react'

/**
 * The next page of a list: when it is there, the focus goes to the first new thing, because the
 * button that was pressed may be gone.
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
