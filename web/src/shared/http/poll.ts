import { HttpError } from './errors'

export type Sleep = (milliseconds: number) => Promise<void>

export const sleepFor: Sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

interface PollOptions<Value> {
  signal: AbortSignal
  /** Milliseconds between two requests. */
  interval: number
  sleep?: Sleep
  /** Called with every value and the number of values so far. */
  onValue?: (value: Value, count: number) => void
}

/**
 * Call `read` at an interval until `isDone`, and return the last value, or null after an abort. A request without a
 * response is repeated.
 *
 * @throws HttpError if the server rejects the request.
 */
export async function poll<Value>(
  read: (signal: AbortSignal) => Promise<Value>,
  isDone: (value: Value) => boolean,
  { signal, interval, sleep = sleepFor, onValue }: PollOptions<Value>,
): Promise<Value | null> {
  for (let count = 1; ; ) {
    await sleep(interval)
    if (signal.aborted) return null
    const value = await read(signal).catch(nullUnlessRejected)
    if (signal.aborted) return null
    if (value === null) continue
    onValue?.(value, count)
    if (isDone(value)) return value
    count += 1
  }
}

function nullUnlessRejected(error: unknown): null {
  if (error instanceof HttpError && error.status >= 400 && error.status < 500 && error.status !== 429)
    throw error
  return null
}
