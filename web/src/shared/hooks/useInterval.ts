import { useEffect, useRef } from 'react'

/** Call `callback` every `intervalMs` milliseconds while the page is visible. With null, never call it. */
export function useInterval(callback: () => void, intervalMs: number | null): void {
  const latest = useRef(callback)
  latest.current = callback
  useEffect(() => {
    if (intervalMs === null) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') latest.current()
    }, intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
}
