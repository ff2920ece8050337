import { useSyncExternalStore } from 'react'

function subscribe(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}

/** Return whether the browser reports a network connection. */
export const useOnline = () => useSyncExternalStore(subscribe, () => navigator.onLine)
