import { useEffect } from 'react'
import { useSpoilers } from '@/shared/contexts/spoilers'
import type { Api } from '@/shared/http/session'
import { useCatalog } from '../../context'
import type { SeasonStore } from '../../stores/SeasonStore'

/** A season that a component shows, and its store. */
export interface SeasonState<Value> {
  /** Null while it loads, after an error, and if the viewer hides scores. */
  value: Value | null
  hasFailed: boolean
  isBusy: boolean
  isHidden: boolean
  retry: () => void
}

/**
 * Load and return the season of this id. It contains results, so a viewer who hides scores gets none of it. Use the
 * hook in an observer.
 */
export function useSeason<Value>(
  create: (api: Api) => SeasonStore<Value>,
  id: number | null,
): SeasonState<Value> {
  const store = useCatalog().resolve(create)
  const isHidden = useSpoilers().isEnabled
  const shownId = isHidden ? null : id
  useEffect(() => {
    if (shownId !== null) void store.open(shownId)
  }, [store, shownId])
  const value = shownId === null ? null : store.find(shownId)
  return {
    value,
    hasFailed: shownId !== null && value === null && Boolean(store.errorOf(shownId)),
    isBusy: store.detail.isBusy,
    isHidden,
    retry: () => void store.refresh(),
  }
}
