import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { whenIdle } from '@/shared/loading/whenIdle'

/** Components that wait to render, in page order. */
const renderQueue = new Set<() => void>()

/**
 * Return false first, and true when it is the component's turn to render. Components render one at a time, each when
 * the browser is idle, so that a full page does not block input. After the viewer has pressed something, all
 * components render at once. A component that is not `ready` does not join the queue.
 */
export function useStaggeredRender(ready = true): boolean {
  const [canRender, setCanRender] = useState(() => navigator.userActivation?.hasBeenActive ?? false)
  useEffect(() => {
    if (canRender || !ready) return undefined
    const render = () => startTransition(() => setCanRender(true))
    renderQueue.add(render)
    if (renderQueue.size === 1) whenIdle(renderNext)
    return () => void renderQueue.delete(render)
  }, [canRender, ready])
  return canRender
}

/** Return a value that is expensive to render: null until the component's turn. Later values render in small steps. */
export function useStaggeredValue<Value>(value: Value | null): Value | null {
  const canRender = useStaggeredRender(value !== null)
  return useDeferredValue(canRender ? value : null)
}

/** Return a list that is expensive to render: empty until the component's turn. */
export function useStaggeredList<Item>(list: readonly Item[]): readonly Item[] {
  return useStaggeredValue(list.length > 0 ? list : null) ?? EMPTY_LIST
}

const EMPTY_LIST: readonly never[] = []

function renderNext(): void {
  const [render] = renderQueue
  if (!render) return
  renderQueue.delete(render)
  render()
  if (renderQueue.size > 0) whenIdle(renderNext)
}
