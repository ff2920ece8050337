import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { atRest } from '@/shared/atRest'

/** Who waits for a turn, in the order in which they stand on the page. */
const waiting = new Set<() => void>()

/**
 * False at first, true once it is the turn of whoever asks: one after the other, each when the browser has nothing
 * better to do, so that a page which comes in with much on it holds nobody up. Where somebody has pressed anything on
 * the page all of it comes at once. `ready`: who has nothing to show yet does not stand in the queue.
 */
export function useTurn(ready = true): boolean {
  const [come, setCome] = useState(() => navigator.userActivation?.hasBeenActive ?? false)
  useEffect(() => {
    if (come || !ready) return undefined
    const turn = () => startTransition(() => setCome(true))
    waiting.add(turn)
    if (waiting.size === 1) atRest(next)
    return () => void waiting.delete(turn)
  }, [come, ready])
  return come
}

/** A value that much is drawn from: null until its turn has come, each later one in small steps. */
export function useInTurn<Value>(value: Value | null): Value | null {
  const come = useTurn(value !== null)
  return useDeferredValue(come ? value : null)
}

/** The same for a list: empty until its turn has come. */
export function useListInTurn<Item>(list: readonly Item[]): readonly Item[] {
  return useInTurn(list.length > 0 ? list : null) ?? NONE
}

const NONE: readonly never[] = []

function next(): void {
  const [turn] = waiting
  if (!turn) return
  waiting.delete(turn)
  turn()
  if (waiting.size > 0) atRest(next)
}
