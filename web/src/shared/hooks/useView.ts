import { useState } from 'react'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** How a list is shown (§2, "List views"). */
export const VIEWS = ['list', 'grid', 'card', 'table'] as const
export type View = (typeof VIEWS)[number]

const parseView = (name: string | null): View | undefined => VIEWS.find(view => view === name)

/** How a list of this name is shown, as the viewer chose it last; at first as `fallback` says. */
export function useView(
  storage: BrowserStorage,
  list: 'events' | 'orders',
  fallback: string,
): [View, (view: View) => void] {
  const name = `view:${list}`
  const [view, setView] = useState<View>(() => parseView(storage.get(name)) ?? parseView(fallback) ?? 'list')
  const choose = (next: View) => {
    setView(next)
    storage.set(name, next)
  }
  return [view, choose]
}
