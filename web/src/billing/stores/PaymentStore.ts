import { action, computed, makeObservable, observableRef } from 'mobx'
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
  /** Let the card's bank confirm the payment or setup of a client secret. */
  confirmWithBank: (secret: string) => Promise<void>
  /** Called when an order is paid, so that other stores can reload. */
  onPaid: (order: Order) => void
  /** Load the prices again, because the price on the page is out of date. */
  reprice: () => Promise<void>
  sleep?: Sleep
}

/** The state of a payment. `attempt` is the payment attempt in progress. */
type PaymentState =
  | { readonly kind: 'idle' }
  /** The server or the payment provider refused the payment. Nothing was charged. */
  | { readonly kind: 'refused'; readonly errorMessage: ErrorMessage }
  /** `attempt` is null while the card is prepared. `isPending` is true after the first poll or retry (§4). */
  | { readonly kind: 'processing'; readonly attempt: PaymentAttempt | null; readonly isPending: boolean }
  /** The viewer must confirm the payment with the card's bank. */
  | { readonly kind: 'action'; readonly attempt: PaymentAttempt }
  /** No response arrived, so the result is unknown. A retry is safe. */
  | { readonly kind: 'unconfirmed'; readonly attempt: PaymentAttempt }
  | { readonly kind: 'success' | 'failed'; readonly order: Order }

const IDLE: PaymentState = { kind: 'idle' }

/**
 * The payment of one order (§4, "Purchase flow"): processing, an optional confirmation by the card's bank
 * (`action`), then success or failure.
 *
 * Each press of Pay is one attempt with one idempotency key. The attempt is stored until its order is final.
 * After a reload, a lost response or another press, the store continues with the same order.
 */
export class PaymentStore {
  state: PaymentState = IDLE
  private abort = new AbortController()
  private readonly sleep: Sleep

  constructor(private readonly deps: PaymentDeps) {
    this.sleep = deps.sleep ?? sleepFor
    makeObservable<PaymentStore, 'setState'>(this, {
      state: observableRef,
      isBusy: computed,
      errorMessage: computed,
      setState: action,
    })
  }

  /** Whether a request to the server, the payment provider or the bank is in progress. */
  get isBusy(): boolean {
    return this.state.kind === 'processing' || this.state.kind === 'action'
  }

  /** The reason of a refusal. A failed order has its own message. */
  get errorMessage(): ErrorMessage | null {
    return this.state.kind === 'refused' ? this.state.errorMessage : null
  }

  /** Start a payment, unless one is in progress. `prepare` returns the attempt with a saved or new card. */
  async start(prepare: () => Promise<NewPaymentAttempt>): Promise<void> {
    if (this.isBusy) return
    await this.run(async run => {
      const newAttempt = await prepare()
      const { attempts } = this.deps
      return run.signal.aborted ? null : (attempts.changeCard(newAttempt) ?? attempts.create(newAttempt))
    })
  }

  /**
   * Continue the attempt that this viewer left unfinished, if the query `search` requests the same purchase.
   * A page for another purchase never pays this one. An attempt without an order is not sent again
   * automatically if its response was lost or if it is some minutes old. The viewer confirms it first.
   */
  async resume(viewer: number | null, search: string): Promise<void> {
    const attempt = isAtForm(this.state) ? this.deps.attempts.get(viewer) : null
    if (!attempt || !isRequestedAt(search, attempt)) return
    if (this.deps.attempts.needsConfirmation(attempt)) this.setState({ kind: 'unconfirmed', attempt })
    else await this.run(async () => attempt)
  }

  /** Repeat a request after a lost response, or the bank confirmation. */
  async retry(): Promise<void> {
    const { state } = this
    if (state.kind === 'action' || state.kind === 'unconfirmed') await this.run(async () => state.attempt)
  }

  /** Return to the form, so that the viewer can pay the pending order with another card. */
  changeCard(): void {
    this.reset()
  }

  /**
   * Return to the form and delete the attempt. The server may still create its order.
   * A second purchase is safe, because the server sells nothing twice.
   */
  dismiss(): void {
    const { attempt } = this
    if (attempt) this.deps.attempts.delete(attempt)
    this.reset()
  }

  /** Return to the form and keep the attempt. The next `resume` continues it. */
  reset(): void {
    this.abort.abort()
    this.setState(IDLE)
  }

  /** Reload the order of a finished payment in the new language. Polling updates a payment in progress. */
  async languageChanged(): Promise<void> {
    const { state, abort: run } = this
    if (!('order' in state)) return
    const order = await this.deps.api.order(state.order.id).catch(() => state.order)
    if (!run.signal.aborted && this.state === state) this.setState({ ...state, order })
  }

  /** Run an attempt from its creation to its result. A newer run or a reset aborts it. */
  private async run(createAttempt: (run: AbortController) => Promise<PaymentAttempt | null>): Promise<void> {
    this.abort.abort()
    const run = new AbortController()
    this.abort = run
    this.setState({ kind: 'processing', attempt: null, isPending: false })
    try {
      const attempt = await createAttempt(run)
      if (attempt) await this.process(attempt, run)
    } catch (error) {
      if (!run.signal.aborted) await this.fail(error, run)
    }
  }

  private async process(attempt: PaymentAttempt, run: AbortController): Promise<void> {
    this.setState({ kind: 'processing', attempt, isPending: false })
    const order = await this.retryCall(() => this.requestOrder(attempt), run).catch(error => {
      // Delete the attempt here: a response that ends the session resets the store, so no later code would run.
      if (!attempt.order && isForbidden(error)) this.deps.attempts.delete(attempt)
      throw error
    })
    if (run.signal.aborted) return
    this.updateProcessing({ attempt: this.deps.attempts.setOrder(attempt, order) })
    await this.pollOrder(order, run)
  }

  /** Return the order of an attempt. The server creates at most one order per idempotency key. */
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

  /** Poll until the order is final, or until the viewer must start another bank confirmation. */
  private async pollOrder(order: Order, run: AbortController): Promise<void> {
    if (order.status !== 'created') return this.finish(order)
    const next = requiresBankAction(order)
      ? await this.confirmWithBank(order, run)
      : await this.fetchOrder(order, run)
    if (run.signal.aborted || !next) return
    // The viewer did not answer the bank. Wait for a press.
    if (requiresBankAction(order) && requiresBankAction(next)) this.waitForBank()
    else await this.pollOrder(next, run)
  }

  private async confirmWithBank({ id, payment }: Order, run: AbortController): Promise<Order | null> {
    const { state } = this
    this.waitForBank()
    await this.deps.confirmWithBank(payment.client_secret ?? '')
    if (run.signal.aborted) return null
    this.setState(state)
    return await this.retryCall(() => this.deps.api.pay(id), run)
  }

  private async fetchOrder({ id }: Order, { signal }: AbortController): Promise<Order | null> {
    return await poll(
      signal => this.deps.api.order(id, signal),
      order => order.status !== 'created' || requiresBankAction(order),
      {
        signal,
        interval: ORDER_POLL_MS,
        sleep: this.sleep,
        onValue: (_, count) => this.updateProcessing({ isPending: count > 1 }),
      },
    )
  }

  private finish(order: Order): void {
    const { attempt } = this
    if (attempt) this.deps.attempts.delete(attempt)
    const isPaid = order.status === 'paid'
    this.setState({ kind: isPaid ? 'success' : 'failed', order })
    if (isPaid) this.deps.onPaid(order)
  }

  private retryCall(call: () => Promise<Order>, { signal }: AbortController): Promise<Order> {
    const showPending = () => this.updateProcessing({ isPending: true })
    return retry(call, { signal, sleep: this.sleep, onRetry: showPending })
  }

  private async fail(error: unknown, { signal }: AbortController): Promise<void> {
    const { attempt, deps } = this
    if (attempt && isUnconfirmed(error)) {
      deps.attempts.markLost(attempt)
      return this.setState({ kind: 'unconfirmed', attempt })
    }
    if (attempt && !canTryAnotherCard(attempt, error)) deps.attempts.delete(attempt)
    // Load the new price before the message about it appears.
    if (isRepriced(error)) await deps.reprice()
    if (!signal.aborted) this.setState({ kind: 'refused', errorMessage: errorMessageOf(error) })
  }

  private get attempt(): PaymentAttempt | null {
    return 'attempt' in this.state ? this.state.attempt : null
  }

  private waitForBank(): void {
    const { attempt } = this
    if (attempt) this.setState({ kind: 'action', attempt })
  }

  private updateProcessing(change: { attempt?: PaymentAttempt; isPending?: boolean }): void {
    if (this.state.kind === 'processing') this.setState({ ...this.state, ...change })
  }

  private setState(state: PaymentState): void {
    this.state = state
  }
}

/** Return whether the form is visible: no payment is in progress or finished. */
export const isAtForm = ({ kind }: PaymentState): boolean => kind === 'idle' || kind === 'refused'

/** Return whether the server rejected the session. In this case the server did nothing. */
const isForbidden = (error: unknown) =>
  error instanceof HttpError && (error.status === 401 || error.status === 403)

/** Return whether the server refused only the card. Another card can still pay the pending order. */
const canTryAnotherCard = ({ changesCard }: PaymentAttempt, error: unknown) =>
  changesCard === true && error instanceof HttpError && [400, 422, 429].includes(error.status)

/** Return whether the price differs from the page. In this case nothing was charged. */
const isRepriced = (error: unknown) => error instanceof HttpError && error.code === 'errors.price_changed'

/** Return whether the viewer must confirm the payment with the card's bank (3-D Secure). */
const requiresBankAction = ({ status, payment }: Order) => status === 'created' && payment.requires_action

function errorMessageOf(error: unknown): ErrorMessage {
  if (error instanceof CardError && error.message) return { code: '', text: error.message }
  // Among the server errors (5xx), only 503 has a message for viewers.
  if (!(error instanceof HttpError) || (error.status >= 500 && error.status !== 503)) return UNKNOWN_ERROR
  return Object.values(error.errors)[0]?.[0] ?? (error.message ? error.errorMessage : UNKNOWN_ERROR)
}
