import { useState } from 'react'
import type { BrowserStorage } from '@/shared/storage/storage'

export const VIEWS = ['list', 'grid', 'card', 'table'] as const
export type View = (typeof VIEWS)[number]

const known = (name: string | null): View | undefined => VIEWS.find(view => view === name)

/** How a list is shown, as this viewer chose it last; at first as the channel wants it. */
export function useView(storage: BrowserStorage, fallback: string): [View, (view: View) => void] {
  const name = 'view:events'
  const [view, setView] = useState<View>(() => known(storage.get(name)) ?? known(fallback) ?? 'list')
  const choose = (next: View) => {
    setView(next)
    storage.set(name, next)
  }
  return [view, choose]
}
