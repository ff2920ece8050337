import type { MenuEntry } from '../model'

/** A menu entry that leads somewhere: to an address, or to a list of teams or schools. */
export interface MenuItemView {
  id: number
  label: string
  url: string | null
  live: boolean
  list: 'participants' | 'groups' | null
  children: MenuItemView[]
}

/** The entries that lead somewhere. What this site has no screen for stays away from the viewer. */
export function toMenu(
  entries: readonly MenuEntry[],
  leadsSomewhere: (url: string) => boolean,
): MenuItemView[] {
  return entries
    .map(entry => ({
      id: entry.id,
      label: entry.label,
      url: entry.url && leadsSomewhere(entry.url) ? entry.url : null,
      live: entry.kind === 'live',
      list:
        entry.kind === 'participants' || entry.kind === 'groups'
          ? (entry.kind as MenuItemView['list'])
          : null,
      children: toMenu(entry.children, leadsSomewhere),
    }))
    .filter(entry => entry.url || entry.list || entry.children.length > 0)
}

/** Whether an entry opens a list instead of leading somewhere at once. */
export const hasSubmenu = (entry: MenuItemView): boolean => entry.list !== null || entry.children.length > 0

/** The entry that a page belongs to: of those at its path the one whose query it fulfils best. */
export function findCurrent(
  entries: readonly MenuItemView[],
  pathname: string,
  search: string,
): MenuItemView | null {
  const here = new URLSearchParams(search)
  let best: { entry: MenuItemView; fits: number } | null = null
  for (const entry of entries.flatMap(one => [one, ...one.children])) {
    const target = new URL(entry.url ?? '', 'http://site')
    const query = [...target.searchParams]
    if (!entry.url || target.pathname !== pathname || query.some(([name, value]) => here.get(name) !== value))
      continue
    if (!best || query.length > best.fits) best = { entry, fits: query.length }
  }
  return best?.entry ?? null
}
