import { useEffect, useRef } from 'react'

/** Does something again and again while the page is looked at; never where `every` is null (milliseconds). */
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
