import { ORDER_POLL_MS } from '@/shared/constants'
import { HttpError } from '@/shared/http/errors'
import type { BillingApi } from '../api'
import type { Order } from '../model'

export type Sleep = (milliseconds: number) => Promise<void>

export const sleepFor: Sleep = milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))

/** Reads an order every 2 s until something is true of it (§4, "Order polling"). */
export class OrderPoller {
  constructor(
    private readonly api: Pick<BillingApi, 'order'>,
    private readonly sleep: Sleep = sleepFor,
  ) {}

  /**
   * The order once `isDone`; null where `signal` gave up. `heard` gets every reading. A call that got no
   * answer is made again with the next one.
   *
   * @throws HttpError where the server says that there is no such order, or not for this viewer.
   */
  async pollUntil(
    id: number,
    isDone: (order: Order) => boolean,
    { signal, onOrder }: { signal: AbortSignal; onOrder?: (order: Order, pollCount: number) => void },
  ): Promise<Order | null> {
    for (let pollCount = 1; ; ) {
      await this.sleep(ORDER_POLL_MS)
      if (signal.aborted) return null
      const order = await this.api.order(id, signal).catch(nullUnlessRejected)
      if (signal.aborted) return null
      if (!order) continue
      onOrder?.(order, pollCount)
      if (isDone(order)) return order
      pollCount += 1
    }
  }
}

function nullUnlessRejected(error: unknown): null {
  if (error instanceof HttpError && error.status >= 400 && error.status < 500 && error.status !== 429)
    throw error
  return null
}
