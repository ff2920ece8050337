import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import { UNKNOWN } from '@/shared/stores/Form'
import type { BillingApi } from '../api'
import type { Order } from '../model'
import { CardFault } from '../provider'
import { type Attempt, type Attempts, isAskedAt, type Press } from './Attempt'
import { insist, isLost } from './insist'
import { OrderPoll, type Sleep, sleeping } from './OrderPoll'

interface Surroundings {
  api: Pick<BillingApi, 'buy' | 'startTrial' | 'pay' | 'order'>
  attempts: Attempts
  /** Asks the card's bank about what stands behind a secret. */
  confirm: (secret: string) => Promise<void>
  /** An order was paid: others want to know. */
  paid: (order: Order) => void
  /** What was shown is not what it costs: it is to be looked up again. */
  reprice: () => Promise<void>
  sleep?: Sleep
}

interface Told {
  state: 'idle' | 'processing' | 'action' | 'success' | 'error'
  order: Order | null
  attempt: Attempt | null
  pending: boolean
  refusal: string | null
  lost: boolean
}

const REST: Told = {
  state: 'idle',
  order: null,
  attempt: null,
  pending: false,
  refusal: null,
  lost: false,
}

/**
 * From the press of Pay to what became of it (§4, "Purchase flow"): processing, perhaps a question of the
 * card's bank (`action`), then success or error.
 *
 * One press is one attempt under one key, kept until its order is final: a reload, a lost answer or another
 * press goes on with the same order.
 */
export class PaymentStore implements Told {
  state = REST.state
  order = REST.order
  /** What is being paid, also before there is an order. */
  attempt = REST.attempt
  /** It takes longer than one reading (§4: a second reading shows it as pending). */
  pending = false
  /** Why nothing was paid, where no order tells it: a sentence of the server or of the provider. */
  refusal = REST.refusal
  /** No answer came: whether it was paid is not known, and asking again is safe. */
  lost = false
  private visit = new AbortController()
  private readonly poll: OrderPoll
  private readonly sleep: Sleep

  constructor(private readonly around: Surroundings) {
    this.sleep = around.sleep ?? sleeping
    this.poll = new OrderPoll(around.api, this.sleep)
    makeObservable<PaymentStore, 'tell'>(this, {
      state: observable,
      order: observableRef,
      attempt: observableRef,
      pending: observable,
      refusal: observable,
      lost: observable,
      busy: computed,
      tell: action,
    })
  }

  /** Somebody is being asked: the server, the provider, the bank. */
  get busy(): boolean {
    return this.state === 'processing' || this.state === 'action'
  }

  /** Pays, once at a time. `prepare` brings the card, out of the list or from the provider. */
  async start(prepare: () => Promise<Press>): Promise<void> {
    if (this.busy) return
    await this.run(async visit => {
      const wanted = await prepare()
      const { attempts } = this.around
      return visit.signal.aborted ? null : (attempts.withCard(wanted) ?? attempts.begin(wanted))
    })
  }

  /**
   * Goes on with what this viewer had under way when the page was left, if that is what the page at `search`
   * asks for: nobody pays for one thing by opening another. What was given up before there was an order, or was
   * pressed some minutes ago, is not sent again without a press.
   */
  async resume(viewer: number | null, search: string): Promise<void> {
    const attempt = this.state === 'idle' ? this.around.attempts.of(viewer) : null
    if (!attempt || !isAskedAt(search, attempt)) return
    if (this.around.attempts.needsPress(attempt)) this.tell({ ...REST, attempt, state: 'error', lost: true })
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
    if (this.attempt) this.around.attempts.end(this.attempt)
    this.reset()
  }

  /** Leaves it; what is under way is gone on with by the next `resume`. */
  reset(): void {
    this.visit.abort()
    this.tell(REST)
  }

  /** Tells what was ordered in another language; what is under way is read anew by itself. */
  async languageChanged(): Promise<void> {
    const { order, visit } = this
    if (!order || this.busy) return
    const again = await this.around.api.order(order.id).catch(() => order)
    if (!visit.signal.aborted && this.order === order) this.tell({ order: again })
  }

  private async run(begin: (visit: AbortController) => Promise<Attempt | null>): Promise<void> {
    this.visit.abort()
    const visit = new AbortController()
    this.visit = visit
    this.tell({ ...REST, state: 'processing' })
    try {
      const attempt = await begin(visit)
      if (attempt) await this.go(attempt, visit)
    } catch (error) {
      if (!visit.signal.aborted) await this.fail(error, visit)
    }
  }

  private async go(begun: Attempt, visit: AbortController): Promise<void> {
    this.tell({ attempt: begun })
    const order = await this.insist(() => this.ask(begun), visit).catch(error => {
      // The answer that ends a session resets the page as well: nobody would hear of it any more.
      if (!begun.order && isForbidden(error)) this.around.attempts.end(begun)
      throw error
    })
    if (visit.signal.aborted) return
    this.tell({ attempt: this.around.attempts.ordered(begun, order) })
    await this.follow(order, visit)
  }

  /** The order of an attempt: under its key, the server makes one at most. */
  private ask({
    order,
    changesCard,
    trial,
    purchase,
    payment_method,
    promo_code,
    total,
    renewal,
    key,
  }: Attempt): Promise<Order> {
    const { api } = this.around
    if (order) return changesCard ? api.pay(order, payment_method) : api.order(order)
    if (trial) return api.startTrial({ subscription_id: purchase.id, payment_method, renewal }, key)
    return api.buy({ ...purchase, payment_method, promo_code, total, renewal }, key)
  }

  /** Until it is known what became of the order, or the bank has to be asked once more. */
  private async follow(order: Order, visit: AbortController): Promise<void> {
    this.tell({ order })
    if (order.status !== 'created') return this.finish(order)
    const next = asksBank(order) ? await this.confirm(order, visit) : await this.read(order, visit)
    if (visit.signal.aborted || !next) return
    // The bank got no answer: it waits for a press.
    if (asksBank(order) && asksBank(next)) this.tell({ order: next, state: 'action' })
    else await this.follow(next, visit)
  }

  private async confirm({ id, payment }: Order, visit: AbortController): Promise<Order | null> {
    this.tell({ state: 'action' })
    await this.around.confirm(payment.client_secret ?? '')
    if (visit.signal.aborted) return null
    this.tell({ state: 'processing' })
    return await this.insist(() => this.around.api.pay(id), visit)
  }

  private async read({ id }: Order, { signal }: AbortController): Promise<Order | null> {
    const heard = (order: Order, reading: number) => this.tell({ order, pending: reading > 1 })
    return await this.poll.until(id, read => read.status !== 'created' || asksBank(read), { signal, heard })
  }

  private finish(order: Order): void {
    if (this.attempt) this.around.attempts.end(this.attempt)
    const isPaid = order.status === 'paid'
    this.tell({ pending: false, state: isPaid ? 'success' : 'error' })
    if (isPaid) this.around.paid(order)
  }

  private insist(call: () => Promise<Order>, { signal }: AbortController): Promise<Order> {
    const waiting = () => this.tell({ pending: true })
    return insist(call, { signal, sleep: this.sleep, waiting })
  }

  private async fail(error: unknown, { signal }: AbortController): Promise<void> {
    const { attempt, around } = this
    if (attempt && isLost(error)) {
      around.attempts.lose(attempt)
      return this.tell({ state: 'error', lost: true })
    }
    if (attempt && !mayTryAnotherCard(attempt, error)) around.attempts.end(attempt)
    // The sentence about a new price comes with that price.
    if (isRepriced(error)) await around.reprice()
    if (!signal.aborted) this.tell({ ...REST, refusal: wordsOf(error) })
  }

  private tell(change: Partial<Told>): void {
    Object.assign(this, change)
  }
}

/** Whoever asked may not buy: nothing was done. */
const isForbidden = (error: unknown) =>
  error instanceof HttpError && (error.status === 401 || error.status === 403)

/** The server refused this card for an order that waits; the order can still be paid with another one. */
const mayTryAnotherCard = ({ changesCard }: Attempt, error: unknown) =>
  changesCard === true && error instanceof HttpError && [400, 422, 429].includes(error.status)

/** It costs something else than the page showed; nothing was charged. */
const isRepriced = (error: unknown) => error instanceof HttpError && error.code === 'errors.price_changed'

/** The card's bank wants to hear from whoever pays (3-D Secure). */
const asksBank = ({ status, payment }: Order) => status === 'created' && payment.requires_action

function wordsOf(error: unknown): string {
  if (error instanceof CardFault && error.message) return error.message
  // Of what is broken on the server only "not at the moment" has words for a viewer.
  if (!(error instanceof HttpError) || (error.status >= 500 && error.status !== 503)) return UNKNOWN
  return Object.values(error.errors)[0]?.[0] ?? (error.message || UNKNOWN)
}
