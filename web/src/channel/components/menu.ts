import type { MenuEntry } from '../model'

/** A menu entry that leads somewhere: to an address, or to a list of teams or schools. */
export interface Entry {
  id: number
  label: string
  url: string | null
  live: boolean
  list: 'participants' | 'groups' | null
  children: Entry[]
}

/** The entries that lead somewhere. What this site has no screen for stays away from the viewer. */
export function menuFor(entries: readonly MenuEntry[], leadsSomewhere: (url: string) => boolean): Entry[] {
  return entries
    .map(entry => ({
      id: entry.id,
      label: entry.label,
      url: entry.url && leadsSomewhere(entry.url) ? entry.url : null,
      live: entry.kind === 'live',
      list: entry.kind === 'participants' || entry.kind === 'groups' ? (entry.kind as Entry['list']) : null,
      children: menuFor(entry.children, leadsSomewhere),
    }))
    .filter(entry => entry.url || entry.list || entry.children.length > 0)
}
