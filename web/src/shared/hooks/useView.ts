import { useState } from 'react'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

/** The views of a list (§2, "List views"). */
export const VIEWS = ['list', 'grid', 'card', 'table'] as const
export type View = (typeof VIEWS)[number]

const parseView = (name: string | null): View | undefined => VIEWS.find(view => view === name)

/**
 * Return the view that the viewer last chose for a list, and a function that changes it. `fallback` is the first view.
 */
export function useView(
  storage: BrowserStorage,
  list: 'events' | 'orders',
  fallback: string,
): [View, (view: View) => void] {
  const name = `view:${list}`
  const [view, setView] = useState<View>(() => parseView(storage.get(name)) ?? parseView(fallback) ?? 'list')
  const selectView = (next: View) => {
    setView(next)
    storage.set(name, next)
  }
  return [view, selectView]
}
