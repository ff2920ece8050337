import { serverNow } from '@/shared/clock'
import { HOUR_MS, MINUTE_MS } from '@/shared/constants'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { matchesParams, parseCheckoutParams } from '../checkoutItems'
import type { Order, Purchase, ShownTotals } from '../model'

/**
 * One press of Pay: what the server was asked, under a key that makes a second asking the same one. What is
 * charged is told again after a reload.
 */
export interface PaymentAttempt extends ShownTotals {
  key: string
  /** When it was pressed, in milliseconds since the epoch. */
  at: number
  /** Whose it is: nobody goes on with another's. */
  viewer: number
  /** The query of the page on which it was pressed. */
  page: string
  purchase: Purchase
  /** None for what costs nothing. */
  payment_method?: string
  promo_code?: string
  /** A subscription that begins with its trial. */
  trial: boolean
  /** The order, once the server has told it. */
  order?: number
  /** `payment_method` is another card than the order was made with, and the server has not been told yet. */
  changesCard?: boolean
  /** No answer came, and the viewer was told so. */
  lost?: boolean
  currency: string
}

/** What is known of a press before it is kept. */
export type NewPaymentAttempt = Omit<PaymentAttempt, 'key' | 'at'>

/** Whether a page asks for what is being paid; a game's page also sells passes that its address does not name. */
export const isRequestedAt = (search: string, { page, purchase }: PaymentAttempt): boolean =>
  page === search || matchesParams(parseCheckoutParams(search), purchase)

/** Whether two presses buy the same thing, for the same sums. */
const isSamePurchase = (kept: PaymentAttempt, press: NewPaymentAttempt): boolean =>
  (['trial', 'promo_code', 'total', 'renewal', 'currency'] as const).every(
    name => kept[name] === press[name],
  ) &&
  (['type', 'id', 'single_event_package_id', 'participant_id'] as const).every(
    name => kept.purchase[name] === press.purchase[name],
  )

const STORAGE_KEY = 'purchase'
/** After so long the server gives an order up (api.md, "Money"). */
const LIFETIME_MS = 24 * HOUR_MS
/** So long after the press a page that is loaded again is still in the middle of paying. */
export const MID_PAYMENT_MS = 5 * MINUTE_MS

/**
 * The attempt that is not over yet, kept in this tab: a page that is reloaded in mid-payment finds the same
 * order again.
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

  /** Remembers an attempt from before it is sent. */
  create(press: NewPaymentAttempt): PaymentAttempt {
    return this.save({ ...press, key: newIdempotencyKey(), at: this.now() })
  }

  /** The same purchase with another card: its order goes on. Null where no order of this purchase waits. */
  changeCard(press: NewPaymentAttempt): PaymentAttempt | null {
    const kept = this.get(press.viewer)
    if (!kept?.order || !press.payment_method || !isSamePurchase(kept, press)) return null
    return this.save({ ...kept, payment_method: press.payment_method, changesCard: true, at: this.now() })
  }

  /** Nothing is sent again but by a press: its viewer was told that no answer came, or has long gone elsewhere. */
  needsConfirmation({ at, lost, order }: PaymentAttempt): boolean {
    const isOfNow = this.now() - at < MID_PAYMENT_MS
    return !order && (lost === true || !isOfNow)
  }

  /** Remembers which order became of it. */
  setOrder(attempt: PaymentAttempt, { id }: Pick<Order, 'id'>): PaymentAttempt {
    return this.save({ ...attempt, order: id, changesCard: undefined })
  }

  /** Remembers that its viewer was told that no answer came: it is asked again when they want that. */
  markLost(attempt: PaymentAttempt): void {
    this.save({ ...attempt, lost: true })
  }

  /** It is over: the next one has another key. Another one that is kept meanwhile stays. */
  delete({ key }: Pick<PaymentAttempt, 'key'>): void {
    if (this.storage.get<PaymentAttempt>(STORAGE_KEY)?.key === key) this.storage.remove(STORAGE_KEY)
  }

  private save(attempt: PaymentAttempt): PaymentAttempt {
    this.storage.set(STORAGE_KEY, attempt, LIFETIME_MS)
    return attempt
  }
}

/** The storage of this tab; two channels on one host do not read each other's. */
export function createTabStorage(prefix: string): BrowserStorage {
  return new BrowserStorage(`${prefix}tab.`, sessionStorageBackend())
}

function sessionStorageBackend(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}

/** 32 hexadecimal digits; `crypto.randomUUID` is missing on a page without TLS. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('')
}
