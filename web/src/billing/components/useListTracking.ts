import { useEffect } from 'react'
import type { TrackedItem } from '@/shared/telemetry'
import { useBilling } from '../context'

/**
 * Record a `list` event for a list of offers, once for each change of its items. Return a function that records
 * the selection of an item.
 */
export function useListTracking(list: string, items: readonly TrackedItem[]): (item: TrackedItem) => void {
  const { telemetry } = useBilling().shell
  const itemKeys = items.map(({ type, id }) => `${type} ${id}`).join()
  useEffect(() => {
    if (items.length > 0) telemetry.emit('list', { list, items })
  }, [telemetry, list, itemKeys])
  return item => telemetry.emit('select', { list, items: [item] })
}
