import { useEffect, useRef } from 'react'

/** Call `work` every `every` milliseconds while the page is visible. With null, never call it. */
export function useInterval(work: () => void, every: number | null): void {
  const latest = useRef(work)
  latest.current = work
  useEffect(() => {
    if (every === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, every)
    return () => clearInterval(timer)
  }, [every])
}
