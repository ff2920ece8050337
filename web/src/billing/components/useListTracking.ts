import { useEffect } from 'react'
import type { TrackedItem } from '@/shared/telemetry'
import { useBilling } from '../context'

/** Tells that a list of what is sold is seen, once for what is in it; answers what tells that one of it was chosen. */
export function useListTracking(list: string, items: readonly TrackedItem[]): (item: TrackedItem) => void {
  const { telemetry } = useBilling().shell
  const known = items.map(({ type, id }) => `${type} ${id}`).join()
  useEffect(() => {
    if (items.length > 0) telemetry.emit('list', { list, items })
  }, [telemetry, list, known])
  return item => telemetry.emit('select', { list, items: [item] })
}
