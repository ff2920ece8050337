import { useCallback, useEffect, useState } from 'react'
import { isCanceled } from '@/shared/http/errors'

interface State<T> {
  value: T | null
  error: unknown
}

/**
 * Load data that a screen reads once and does not share.
 *
 * Unmounting the screen aborts the request. A late response to an earlier request is dropped.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State<T>>({ value: null, error: null })

  // Each attempt sends a new request.
  useEffect(() => {
    const controller = new AbortController()
    setState({ value: null, error: null })
    load(controller.signal).then(
      value => controller.signal.aborted || setState({ value, error: null }),
      error => controller.signal.aborted || isCanceled(error) || setState({ value: null, error }),
    )
    return () => controller.abort()
  }, [load, attempt])

  const retry = useCallback(() => setAttempt(count => count + 1), [])
  return { ...state, retry }
}
