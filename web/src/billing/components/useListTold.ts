import { useEffect } from 'react'
import type { ItemTold } from '@/shared/telling'
import { useBilling } from '../context'

/** Tells that a list of what is sold is seen, once for what is in it; answers what tells that one of it was chosen. */
export function useListTold(list: string, items: readonly ItemTold[]): (item: ItemTold) => void {
  const { telling } = useBilling().shell
  const known = items.map(({ type, id }) => `${type} ${id}`).join()
  useEffect(() => {
    if (items.length > 0) telling.tell('list', { list, items })
  }, [telling, list, known])
  return item => telling.tell('select', { list, items: [item] })
}
