import { useEffect } from 'react'

/** Keep the screen on while the page is visible. A browser without wake locks, or an empty battery, turns it off. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const request = () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      navigator.wakeLock.request('screen').then(
        granted => {
          if (isOver) void granted.release()
          else lock = granted
        },
        () => undefined,
      )
    }
    request()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', request)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', request)
      void lock?.release()
    }
  }, [])
}
