import { ORDER_POLL_MS } from '@/shared/constants'
import { CanceledError, HttpError } from '@/shared/http/errors'
import type { Sleep } from '@/shared/http/poll'

/** How often a question that got no answer is asked before the viewer is told. */
const MAX_ATTEMPTS = 5

/** Nobody said no: what was asked for may have been done all the same. */
export const isUnconfirmed = (error: unknown): boolean =>
  error instanceof HttpError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** The same is being worked on right now; its answer comes with one of the next questions. */
const isInProgress = (error: unknown) => error instanceof HttpError && error.status === 409

interface RetryOptions {
  signal: AbortSignal
  sleep: Sleep
  /** Hears that there was no answer yet. */
  onRetry: () => void
}

/**
 * Asks again every 2 s where no answer came, and as long as the same is under way. Only for what can be asked
 * twice: with an idempotency key, or about an order that there is.
 *
 * @throws Cancelled where `signal` gave up, or the last failure.
 */
export async function retry<Answer>(
  call: () => Promise<Answer>,
  { signal, sleep, onRetry: waiting }: RetryOptions,
): Promise<Answer> {
  for (let lost = 0; ; ) {
    try {
      return await call()
    } catch (error) {
      if (isUnconfirmed(error)) lost += 1
      if (signal.aborted || lost >= MAX_ATTEMPTS || !(isUnconfirmed(error) || isInProgress(error)))
        throw error
    }
    waiting()
    await sleep(ORDER_POLL_MS)
    if (signal.aborted) throw new CanceledError()
  }
}
