import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { whenIdle } from '@/shared/loading/whenIdle'

/** Who waits for a turn, in the order in which they stand on the page. */
const renderQueue = new Set<() => void>()

/**
 * False at first, true once it is the turn of whoever asks: one after the other, each when the browser has nothing
 * better to do, so that a page which comes in with much on it holds nobody up. Where somebody has pressed anything on
 * the page all of it comes at once. `ready`: who has nothing to show yet does not stand in the queue.
 */
export function useStaggeredRender(ready = true): boolean {
  const [come, setCome] = useState(() => navigator.userActivation?.hasBeenActive ?? false)
  useEffect(() => {
    if (come || !ready) return undefined
    const turn = () => startTransition(() => setCome(true))
    renderQueue.add(turn)
    if (renderQueue.size === 1) whenIdle(renderNext)
    return () => void renderQueue.delete(turn)
  }, [come, ready])
  return come
}

/** A value that much is drawn from: null until its turn has come, each later one in small steps. */
export function useStaggeredValue<Value>(value: Value | null): Value | null {
  const come = useStaggeredRender(value !== null)
  return useDeferredValue(come ? value : null)
}

/** The same for a list: empty until its turn has come. */
export function useStaggeredList<Item>(list: readonly Item[]): readonly Item[] {
  return useStaggeredValue(list.length > 0 ? list : null) ?? EMPTY_LIST
}

const EMPTY_LIST: readonly never[] = []

function renderNext(): void {
  const [turn] = renderQueue
  if (!turn) return
  renderQueue.delete(turn)
  turn()
  if (renderQueue.size > 0) whenIdle(renderNext)
}
