import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { ORDER_POLL_MS } from '@/shared/constants'
import { type ErrorMessage, HttpError } from '@/shared/http/errors'
import { poll, type Sleep, sleepFor } from '@/shared/http/poll'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import type { BillingApi } from '../api'
import { CardError } from '../cardInput'
import type { Order } from '../model'
import {
  isRequestedAt,
  type NewPaymentAttempt,
  type PaymentAttempt,
  type PaymentAttempts,
} from './PaymentAttempts'
import { isUnconfirmed, retry } from './retry'

interface PaymentDeps {
  api: Pick<BillingApi, 'buy' | 'startTrial' | 'pay' | 'order'>
  attempts: PaymentAttempts
  /** Asks the card's bank about what stands behind a secret. */
  confirmWithBank: (secret: string) => Promise<void>
  /** An order was paid: others want to know. */
  onPaid: (order: Order) => void
  /** What was shown is not what it costs: it is to be looked up again. */
  reprice: () => Promise<void>
  sleep?: Sleep
}

interface PaymentState {
  state: 'idle' | 'processing' | 'action' | 'success' | 'error'
  order: Order | null
  attempt: PaymentAttempt | null
  isPending: boolean
  errorMessage: ErrorMessage | null
  isLost: boolean
}

const IDLE: PaymentState = {
  state: 'idle',
  order: null,
  attempt: null,
  isPending: false,
  errorMessage: null,
  isLost: false,
}

/**
 * From the press of Pay to what became of it (§4, "Purchase flow"): processing, perhaps a question of the
 * card's bank (`action`), then success or error.
 *
 * One press is one attempt under one key, kept until its order is final: a reload, a lost answer or another
 * press goes on with the same order.
 */
export class PaymentStore implements PaymentState {
  state = IDLE.state
  order = IDLE.order
  /** What is being paid, also before there is an order. */
  attempt = IDLE.attempt
  /** It takes longer than one reading (§4: a second reading shows it as pending). */
  isPending = false
  /** Why nothing was paid, where no order tells it: a sentence of the server or of the provider. */
  errorMessage = IDLE.errorMessage
  /** No answer came: whether it was paid is not known, and asking again is safe. */
  isLost = false
  private abort = new AbortController()
  private readonly sleep: Sleep

  constructor(private readonly deps: PaymentDeps) {
    this.sleep = deps.sleep ?? sleepFor
    makeObservable<PaymentStore, 'patch'>(this, {
      state: observable,
      order: observableRef,
      attempt: observableRef,
      isPending: observable,
      errorMessage: observableRef,
      isLost: observable,
      isBusy: computed,
      patch: action,
    })
  }

  /** Somebody is being asked: the server, the provider, the bank. */
  get isBusy(): boolean {
    return this.state === 'processing' || this.state === 'action'
  }

  /** Pays, once at a time. `prepare` brings the card, out of the list or from the provider. */
  async start(prepare: () => Promise<NewPaymentAttempt>): Promise<void> {
    if (this.isBusy) return
    await this.run(async visit => {
      const wanted = await prepare()
      const { attempts } = this.deps
      return visit.signal.aborted ? null : (attempts.changeCard(wanted) ?? attempts.create(wanted))
    })
  }

  /**
   * Goes on with what this viewer had under way when the page was left, if that is what the page at `search`
   * asks for: nobody pays for one thing by opening another. What was given up before there was an order, or was
   * pressed some minutes ago, is not sent again without a press.
   */
  async resume(viewer: number | null, search: string): Promise<void> {
    const attempt = this.state === 'idle' ? this.deps.attempts.get(viewer) : null
    if (!attempt || !isRequestedAt(search, attempt)) return
    if (this.deps.attempts.needsConfirmation(attempt))
      this.patch({ ...IDLE, attempt, state: 'error', isLost: true })
    else await this.run(async () => attempt)
  }

  /** Asks once more after an answer was lost, or the bank once more. */
  async retry(): Promise<void> {
    const { attempt, state } = this
    if (attempt && state !== 'processing') await this.run(async () => attempt)
  }

  /** Back to the form, to pay the order that waits for the bank with another card. */
  changeCard(): void {
    this.reset()
  }

  /** Back to the form. What was lost may still become an order; the server sells nothing twice. */
  dismiss(): void {
    if (this.attempt) this.deps.attempts.delete(this.attempt)
    this.reset()
  }

  /** Leaves it; what is under way is gone on with by the next `resume`. */
  reset(): void {
    this.abort.abort()
    this.patch(IDLE)
  }

  /** Tells what was ordered in another language; what is under way is read anew by itself. */
  async languageChanged(): Promise<void> {
    const { order, abort: visit } = this
    if (!order || this.isBusy) return
    const again = await this.deps.api.order(order.id).catch(() => order)
    if (!visit.signal.aborted && this.order === order) this.patch({ order: again })
  }

  private async run(begin: (visit: AbortController) => Promise<PaymentAttempt | null>): Promise<void> {
    this.abort.abort()
    const visit = new AbortController()
    this.abort = visit
    this.patch({ ...IDLE, state: 'processing' })
    try {
      const attempt = await begin(visit)
      if (attempt) await this.process(attempt, visit)
    } catch (error) {
      if (!visit.signal.aborted) await this.fail(error, visit)
    }
  }

  private async process(begun: PaymentAttempt, visit: AbortController): Promise<void> {
    this.patch({ attempt: begun })
    const order = await this.retryCall(() => this.requestOrder(begun), visit).catch(error => {
      // The answer that ends a session resets the page as well: nobody would hear of it any more.
      if (!begun.order && isForbidden(error)) this.deps.attempts.delete(begun)
      throw error
    })
    if (visit.signal.aborted) return
    this.patch({ attempt: this.deps.attempts.setOrder(begun, order) })
    await this.pollOrder(order, visit)
  }

  /** The order of an attempt: under its key, the server makes one at most. */
  private requestOrder({
    order,
    changesCard,
    trial,
    purchase,
    payment_method,
    promo_code,
    total,
    renewal,
    key,
  }: PaymentAttempt): Promise<Order> {
    const { api } = this.deps
    if (order) return changesCard ? api.pay(order, payment_method) : api.order(order)
    if (trial) return api.startTrial({ subscription_id: purchase.id, payment_method, renewal }, key)
    return api.buy({ ...purchase, payment_method, promo_code, total, renewal }, key)
  }

  /** Until it is known what became of the order, or the bank has to be asked once more. */
  private async pollOrder(order: Order, visit: AbortController): Promise<void> {
    this.patch({ order })
    if (order.status !== 'created') return this.finish(order)
    const next = requiresBankAction(order)
      ? await this.confirmWithBank(order, visit)
      : await this.fetchOrder(order, visit)
    if (visit.signal.aborted || !next) return
    // The bank got no answer: it waits for a press.
    if (requiresBankAction(order) && requiresBankAction(next)) this.patch({ order: next, state: 'action' })
    else await this.pollOrder(next, visit)
  }

  private async confirmWithBank({ id, payment }: Order, visit: AbortController): Promise<Order | null> {
    this.patch({ state: 'action' })
    await this.deps.confirmWithBank(payment.client_secret ?? '')
    if (visit.signal.aborted) return null
    this.patch({ state: 'processing' })
    return await this.retryCall(() => this.deps.api.pay(id), visit)
  }

  private async fetchOrder({ id }: Order, { signal }: AbortController): Promise<Order | null> {
    return await poll(
      signal => this.deps.api.order(id, signal),
      order => order.status !== 'created' || requiresBankAction(order),
      {
        signal,
        interval: ORDER_POLL_MS,
        sleep: this.sleep,
        onValue: (order, count) => this.patch({ order, isPending: count > 1 }),
      },
    )
  }

  private finish(order: Order): void {
    if (this.attempt) this.deps.attempts.delete(this.attempt)
    const isPaid = order.status === 'paid'
    this.patch({ isPending: false, state: isPaid ? 'success' : 'error' })
    if (isPaid) this.deps.onPaid(order)
  }

  private retryCall(call: () => Promise<Order>, { signal }: AbortController): Promise<Order> {
    const waiting = () => this.patch({ isPending: true })
    return retry(call, { signal, sleep: this.sleep, onRetry: waiting })
  }

  private async fail(error: unknown, { signal }: AbortController): Promise<void> {
    const { attempt, deps: around } = this
    if (attempt && isUnconfirmed(error)) {
      around.attempts.markLost(attempt)
      return this.patch({ state: 'error', isLost: true })
    }
    if (attempt && !canTryAnotherCard(attempt, error)) around.attempts.delete(attempt)
    // The sentence about a new price comes with that price.
    if (isRepriced(error)) await around.reprice()
    if (!signal.aborted) this.patch({ ...IDLE, errorMessage: errorMessageOf(error) })
  }

  private patch(change: Partial<PaymentState>): void {
    Object.assign(this, change)
  }
}

/** Whoever asked may not buy: nothing was done. */
const isForbidden = (error: unknown) =>
  error instanceof HttpError && (error.status === 401 || error.status === 403)

/** The server refused this card for an order that waits; the order can still be paid with another one. */
const canTryAnotherCard = ({ changesCard }: PaymentAttempt, error: unknown) =>
  changesCard === true && error instanceof HttpError && [400, 422, 429].includes(error.status)

/** It costs something else than the page showed; nothing was charged. */
const isRepriced = (error: unknown) => error instanceof HttpError && error.code === 'errors.price_changed'

/** The card's bank wants to hear from whoever pays (3-D Secure). */
const requiresBankAction = ({ status, payment }: Order) => status === 'created' && payment.requires_action

function errorMessageOf(error: unknown): ErrorMessage {
  if (error instanceof CardError && error.message) return { code: '', text: error.message }
  // Of what is broken on the server only "not at the moment" has words for a viewer.
  if (!(error instanceof HttpError) || (error.status >= 500 && error.status !== 503)) return UNKNOWN_ERROR
  return Object.values(error.errors)[0]?.[0] ?? (error.message ? error.errorMessage : UNKNOWN_ERROR)
}
