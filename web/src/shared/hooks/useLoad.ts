import { useCallback, useEffect, useState } from 'react'
import { isCanceled } from '@/shared/http/errors'

interface State<T> {
  value: T | null
  error: unknown
}

/**
 * Something a screen reads once and nobody else shares.
 *
 * A screen that leaves gives its call up; a late answer to an old question is dropped.
 */
export function useLoad<T>(load: (signal: AbortSignal) => Promise<T>) {
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State<T>>({ value: null, error: null })

  // Every attempt asks again.
  useEffect(() => {
    const controller = new AbortController()
    setState({ value: null, error: null })
    load(controller.signal).then(
      value => controller.signal.aborted || setState({ value, error: null }),
      error => controller.signal.aborted || isCanceled(error) || setState({ value: null, error }),
    )
    return () => controller.abort()
  }, [load, attempt])

  const retry = useCallback(() => setAttempt(now => now + 1), [])
  return { ...state, retry }
}
