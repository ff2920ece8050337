import { ORDER_POLL_MS } from '@/shared/constants'
import { CanceledError, HttpError } from '@/shared/http/errors'
import type { Sleep } from '@/shared/http/poll'

/** Number of failed requests before the viewer sees a notice. */
const MAX_ATTEMPTS = 5

/** Return whether an error leaves the result unknown. The server may have done the work anyway. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Return whether the server still processes the same request. A later retry gets the response. */
const isInProgress = (error: unknown) => error instanceof HttpError && error.status === 409

interface RetryOptions {
  signal: AbortSignal
  sleep: Sleep
  /** Called before each retry. */
  onRetry: () => void
}

/**
 * Repeat a request every 2 s: up to five failures without a result, and any number of times while the server
 * processes it. Use it only for requests that are safe to repeat: with an idempotency key, or for an existing
 * order.
 *
 * @throws CanceledError if `signal` aborts during the wait, else the last error.
 */
export async function retry<Result>(
  call: () => Promise<Result>,
  { signal, sleep, onRetry }: RetryOptions,
): Promise<Result> {
  for (let failures = 0; ; ) {
    try {
      return await call()
    } catch (error) {
      if (isUnconfirmed(error)) failures += 1
      if (signal.aborted || failures >= MAX_ATTEMPTS || !(isUnconfirmed(error) || isInProgress(error)))
        throw error
    }
    onRetry()
    await sleep(ORDER_POLL_MS)
    if (signal.aborted) throw new CanceledError()
  }
}
