import { CLIP_POLL_MS } from '@/shared/constants'
import { HttpError } from '@/shared/http/errors'
import { isProcessing, type ProcessingState } from '../model'

export type Sleep = (milliseconds: number) => Promise<void>

export const sleepFor: Sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Reads how far a file is every 2 s while it is queued or made, and not once more. */
export class ProcessingPoller {
  constructor(private readonly sleep: Sleep = sleepFor) {}

  /**
   * `heard` gets every reading, the last one when it is ready or failed. A call that got no answer is made
   * again with the next one; one that is refused ends it. Ends early where `signal` gives up.
   */
  async poll<Work extends { state: ProcessingState }>(
    read: (signal: AbortSignal) => Promise<Work>,
    { signal, onUpdate }: { signal: AbortSignal; onUpdate: (work: Work) => void },
  ): Promise<void> {
    for (;;) {
      await this.sleep(CLIP_POLL_MS)
      if (signal.aborted) return
      const found = await read(signal).catch(refusedOrRetry)
      if (signal.aborted || found === 'refused') return
      if (!found) continue
      onUpdate(found)
      if (!isProcessing(found)) return
    }
  }
}

function refusedOrRetry(error: unknown): 'refused' | null {
  const refused = error instanceof HttpError && error.status >= 400 && error.status < 500
  return refused && error.status !== 429 ? 'refused' : null
}
