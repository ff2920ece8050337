import type { MenuEntry } from '../model'

/** A menu entry with a link, or with a list of teams or schools. */
export interface MenuItemView {
  id: number
  label: string
  url: string | null
  live: boolean
  list: 'participants' | 'groups' | null
  children: MenuItemView[]
}

/** Return the menu entries with a link or a submenu. Entries without a screen on this site are hidden. */
export function toMenu(entries: readonly MenuEntry[], isLinkable: (url: string) => boolean): MenuItemView[] {
  return entries
    .map(entry => ({
      id: entry.id,
      label: entry.label,
      url: entry.url && isLinkable(entry.url) ? entry.url : null,
      live: entry.kind === 'live',
      list:
        entry.kind === 'participants' || entry.kind === 'groups'
          ? (entry.kind as MenuItemView['list'])
          : null,
      children: toMenu(entry.children, isLinkable),
    }))
    .filter(entry => entry.url || entry.list || entry.children.length > 0)
}

/** Return whether an entry opens a submenu instead of a page. */
export const hasSubmenu = (entry: MenuItemView): boolean => entry.list !== null || entry.children.length > 0

/**
 * Return the entry of the current page, or null.
 *
 * All query parameters of an entry must match. If several entries match, the one with the most parameters wins.
 */
export function findCurrent(
  entries: readonly MenuItemView[],
  pathname: string,
  search: string,
): MenuItemView | null {
  const params = new URLSearchParams(search)
  let best: { entry: MenuItemView; paramCount: number } | null = null
  for (const entry of entries.flatMap(item => [item, ...item.children])) {
    const target = new URL(entry.url ?? '', 'http://site')
    const query = [...target.searchParams]
    if (
      !entry.url ||
      target.pathname !== pathname ||
      query.some(([name, value]) => params.get(name) !== value)
    )
      continue
    if (!best || query.length > best.paramCount) best = { entry, paramCount: query.length }
  }
  return best?.entry ?? null
}
