import { useEffect } from 'react'

/** Keep the screen awake while the page is visible. Browsers without wake lock, or on a page without TLS, ignore it. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null
    let isOver = false
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      lock = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void lock?.release()
    }
    const handleChange = () => void request()
    handleChange()
    // The browser releases the lock when the page is hidden.
    document.addEventListener('visibilitychange', handleChange)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', handleChange)
      void lock?.release()
    }
  }, [])
}
