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
  /** Asks the card's bank about what stands behind a secret. */
  confirmWithBank: (secret: string) => Promise<void>
  /** An order was paid: others want to know. */
  onPaid: (order: Order) => void
  /** What was shown is not what it costs: it is to be looked up again. */
  reprice: () => Promise<void>
  sleep?: Sleep
}

/** A payment, as one state. An `attempt` is what is being paid. */
type PaymentState =
  | { readonly kind: 'idle' }
  /** Nothing was paid, for a reason of the server or of the provider. */
  | { readonly kind: 'refused'; readonly errorMessage: ErrorMessage }
  /** There is no attempt while the card is prepared. `isPending` after the first reading (§4). */
  | { readonly kind: 'processing'; readonly attempt: PaymentAttempt | null; readonly isPending: boolean }
  /** The card's bank asks for a confirmation. */
  | { readonly kind: 'action'; readonly attempt: PaymentAttempt }
  /** No answer came: whether it was paid is not known, and asking again is safe. */
  | { readonly kind: 'unconfirmed'; readonly attempt: PaymentAttempt }
  | { readonly kind: 'success' | 'failed'; readonly order: Order }

const IDLE: PaymentState = { kind: 'idle' }

/**
 * From the press of Pay to what became of it (§4, "Purchase flow"): processing, perhaps a question of the
 * card's bank (`action`), then success or error.
 *
 * One press is one attempt under one key, kept until its order is final: a reload, a lost answer or another
 * press goes on with the same order.
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

  /** Somebody is being asked: the server, the provider, the bank. */
  get isBusy(): boolean {
    return this.state.kind === 'processing' || this.state.kind === 'action'
  }

  /** Why nothing was paid, where no order tells it. */
  get errorMessage(): ErrorMessage | null {
    return this.state.kind === 'refused' ? this.state.errorMessage : null
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
    const attempt = isAtForm(this.state) ? this.deps.attempts.get(viewer) : null
    if (!attempt || !isRequestedAt(search, attempt)) return
    if (this.deps.attempts.needsConfirmation(attempt)) this.setState({ kind: 'unconfirmed', attempt })
    else await this.run(async () => attempt)
  }

  /** Asks once more after an answer was lost, or the bank once more. */
  async retry(): Promise<void> {
    const { state } = this
    if (state.kind === 'action' || state.kind === 'unconfirmed') await this.run(async () => state.attempt)
  }

  /** Back to the form, to pay the order that waits for the bank with another card. */
  changeCard(): void {
    this.reset()
  }

  /** Back to the form. What was lost may still become an order; the server sells nothing twice. */
  dismiss(): void {
    const { attempt } = this
    if (attempt) this.deps.attempts.delete(attempt)
    this.reset()
  }

  /** Leaves it; what is under way is gone on with by the next `resume`. */
  reset(): void {
    this.abort.abort()
    this.setState(IDLE)
  }

  /** Tells what was ordered in another language; what is under way is read anew by itself. */
  async languageChanged(): Promise<void> {
    const { state, abort: visit } = this
    if (!('order' in state)) return
    const order = await this.deps.api.order(state.order.id).catch(() => state.order)
    if (!visit.signal.aborted && this.state === state) this.setState({ ...state, order })
  }

  private async run(begin: (visit: AbortController) => Promise<PaymentAttempt | null>): Promise<void> {
    this.abort.abort()
    const visit = new AbortController()
    this.abort = visit
    this.setState({ kind: 'processing', attempt: null, isPending: false })
    try {
      const attempt = await begin(visit)
      if (attempt) await this.process(attempt, visit)
    } catch (error) {
      if (!visit.signal.aborted) await this.fail(error, visit)
    }
  }

  private async process(begun: PaymentAttempt, visit: AbortController): Promise<void> {
    this.setState({ kind: 'processing', attempt: begun, isPending: false })
    const order = await this.retryCall(() => this.requestOrder(begun), visit).catch(error => {
      // The answer that ends a session resets the page as well: nobody would hear of it any more.
      if (!begun.order && isForbidden(error)) this.deps.attempts.delete(begun)
      throw error
    })
    if (visit.signal.aborted) return
    this.updateProcessing({ attempt: this.deps.attempts.setOrder(begun, order) })
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
    if (order.status !== 'created') return this.finish(order)
    const next = requiresBankAction(order)
      ? await this.confirmWithBank(order, visit)
      : await this.fetchOrder(order, visit)
    if (visit.signal.aborted || !next) return
    // The bank got no answer: it waits for a press.
    if (requiresBankAction(order) && requiresBankAction(next)) this.waitForBank()
    else await this.pollOrder(next, visit)
  }

  private async confirmWithBank({ id, payment }: Order, visit: AbortController): Promise<Order | null> {
    const { state } = this
    this.waitForBank()
    await this.deps.confirmWithBank(payment.client_secret ?? '')
    if (visit.signal.aborted) return null
    this.setState(state)
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
    const waiting = () => this.updateProcessing({ isPending: true })
    return retry(call, { signal, sleep: this.sleep, onRetry: waiting })
  }

  private async fail(error: unknown, { signal }: AbortController): Promise<void> {
    const { attempt, deps: around } = this
    if (attempt && isUnconfirmed(error)) {
      around.attempts.markLost(attempt)
      return this.setState({ kind: 'unconfirmed', attempt })
    }
    if (attempt && !canTryAnotherCard(attempt, error)) around.attempts.delete(attempt)
    // The sentence about a new price comes with that price.
    if (isRepriced(error)) await around.reprice()
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

/** The form is shown: nothing is under way, and nothing is over. */
export const isAtForm = ({ kind }: PaymentState): boolean => kind === 'idle' || kind === 'refused'

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
