import { serverNow } from '@/shared/clock'
import { HOUR_MS, MINUTE_MS } from '@/shared/constants'
import { BrowserStorage, sessionStorageBackend } from '@/shared/storage/BrowserStorage'
import { matchesParams, parseCheckoutParams } from '../checkoutItems'
import type { Order, Purchase, ShownTotals } from '../model'

/**
 * One press of Pay: the request and its idempotency key, so that a repeated request creates no second order.
 * It includes the totals, so that the page can show them after a reload.
 */
export interface PaymentAttempt extends ShownTotals {
  key: string
  /** The time of the press, in milliseconds since the epoch. */
  at: number
  /** The ID of the viewer. Another viewer of this tab cannot continue the attempt. */
  viewer: number
  /** The query string of the checkout page. */
  page: string
  purchase: Purchase
  /** The payment method. Omitted if nothing is charged. */
  payment_method?: string
  promo_code?: string
  /** Whether a subscription starts with its free trial. */
  trial: boolean
  /** The order ID. Unset until the server responds. */
  order?: number
  /** Whether `payment_method` differs from the card of the order and is not sent yet. */
  changesCard?: boolean
  /** Whether the response was lost and the viewer saw the notice. */
  lost?: boolean
  currency: string
}

/** An attempt before it is stored. */
export type NewPaymentAttempt = Omit<PaymentAttempt, 'key' | 'at'>

/**
 * Return whether the query `search` requests the purchase of an attempt. The same query always matches, because
 * the checkout of an event also sells passes that its query does not name.
 */
export const isRequestedAt = (search: string, { page, purchase }: PaymentAttempt): boolean =>
  page === search || matchesParams(parseCheckoutParams(search), purchase)

/** Return whether two attempts buy the same item for the same amounts. */
const isSamePurchase = (stored: PaymentAttempt, next: NewPaymentAttempt): boolean =>
  (['trial', 'promo_code', 'total', 'renewal', 'currency'] as const).every(
    name => stored[name] === next[name],
  ) &&
  (['type', 'id', 'single_event_package_id', 'participant_id'] as const).every(
    name => stored.purchase[name] === next.purchase[name],
  ) &&
  JSON.stringify(stored.purchase.gift) === JSON.stringify(next.purchase.gift)

const STORAGE_KEY = 'purchase'
/** The server cancels an unpaid order after this time (api.md, "Money"). */
const LIFETIME_MS = 24 * HOUR_MS
/** For this time after the press, a reloaded page continues the payment without a confirmation. */
export const MID_PAYMENT_MS = 5 * MINUTE_MS

/**
 * The unfinished attempt, stored in this tab. A page that reloads during a payment continues with the same
 * order.
 */
export class PaymentAttempts {
  constructor(
    private readonly storage: BrowserStorage,
    private readonly now: () => number = serverNow,
  ) {}

  get(viewer: number | null): PaymentAttempt | null {
    const attempt = this.storage.get<PaymentAttempt>(STORAGE_KEY)
    return attempt && attempt.viewer === viewer ? attempt : null
  }

  /** Store a new attempt before its request is sent. */
  create(next: NewPaymentAttempt): PaymentAttempt {
    return this.save({ ...next, key: newIdempotencyKey(), at: this.now() })
  }

  /** Set another card for the pending order of the same purchase. Return null if there is no such order. */
  changeCard(next: NewPaymentAttempt): PaymentAttempt | null {
    const stored = this.get(next.viewer)
    if (!stored?.order || !next.payment_method || !isSamePurchase(stored, next)) return null
    return this.save({ ...stored, payment_method: next.payment_method, changesCard: true, at: this.now() })
  }

  /**
   * Return whether the viewer must confirm before the request is sent again: its order is unknown, and the
   * response was lost or the press is too old.
   */
  needsConfirmation({ at, lost, order }: PaymentAttempt): boolean {
    const isRecent = this.now() - at < MID_PAYMENT_MS
    return !order && (lost === true || !isRecent)
  }

  /** Store the order of an attempt. */
  setOrder(attempt: PaymentAttempt, { id }: Pick<Order, 'id'>): PaymentAttempt {
    return this.save({ ...attempt, order: id, changesCard: undefined })
  }

  /** Store that the response was lost and the viewer knows. The request is repeated only on demand. */
  markLost(attempt: PaymentAttempt): void {
    this.save({ ...attempt, lost: true })
  }

  /** Delete a finished attempt, so that the next one gets a new key. Keep an attempt with another key. */
  delete({ key }: Pick<PaymentAttempt, 'key'>): void {
    if (this.storage.get<PaymentAttempt>(STORAGE_KEY)?.key === key) this.storage.remove(STORAGE_KEY)
  }

  private save(attempt: PaymentAttempt): PaymentAttempt {
    this.storage.set(STORAGE_KEY, attempt, LIFETIME_MS)
    return attempt
  }
}

/** Return the storage of this tab. The prefix separates two channels on one host. */
export function createTabStorage(prefix: string): BrowserStorage {
  return new BrowserStorage(`${prefix}tab.`, sessionStorageBackend())
}

/** Return 32 random hexadecimal digits. `crypto.randomUUID` is missing on pages without TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
