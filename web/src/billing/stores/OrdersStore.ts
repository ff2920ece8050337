import { action, computed, makeObservable, observable, observableShallow, runInAction } from 'mobx'
import { HttpError, isCancelled } from '@/shared/http/errors'
import type { Api, Query } from '@/shared/http/session'
import { UNKNOWN } from '@/shared/stores/Form'
import { Pages } from '@/shared/stores/Pages'
import { BillingApi } from '../api'
import type { Order } from '../model'
import { isMoving } from '../orderState'
import type { BillingStore } from '../store'
import { purchaseOf } from '../told'
import { OrderPoll, type Sleep } from './OrderPoll'

const PAGE_SIZE = 20

/** The viewer's orders (§3, §4): the list, and what is done with one of them. */
export class OrdersStore {
  /** Newest first. What changes an order changes it here as well. */
  readonly pages = new Pages<Order>()
  /** The orders that something is being done with. */
  readonly busy = new Set<number>()
  /** Why the last thing that was tried was refused: the server's sentence. */
  refusal: string | null = null
  private readonly fresh = new Map<number, Order>()
  private readonly followed = new Map<number, Promise<void>>()
  private readonly poll: OrderPoll
  private visit = new AbortController()

  constructor(
    private readonly api: BillingApi,
    private readonly billing: Pick<BillingStore, 'paid' | 'shell'>,
    sleep?: Sleep,
  ) {
    this.poll = new OrderPoll(api, sleep)
    makeObservable<OrdersStore, 'fresh' | 'refuse'>(this, {
      busy: observableShallow,
      refusal: observable,
      fresh: observableShallow,
      orders: computed,
      load: action,
      refuse: action,
      clearRefusal: action,
      reset: action,
    })
  }

  get orders(): readonly Order[] {
    return this.pages.items.map(order => this.fresh.get(order.id) ?? order)
  }

  /** The first page of the orders that `query` asks for (`type`, `status`, `no_limit`); `pages.more()` brings the next. */
  async load(query: Query = {}): Promise<void> {
    this.fresh.clear()
    await this.pages.load((offset, signal) => this.api.orders({ limit: PAGE_SIZE, ...query, offset }, signal))
  }

  /** Stops the renewal of a subscription, and follows it until that is done. */
  cancelRenewal(id: number): Promise<boolean> {
    return this.change(id, () => this.api.unsubscribe(id))
  }

  /** Lets a subscription renew again, before its end. */
  renewAgain(id: number): Promise<boolean> {
    return this.change(id, () => this.api.resubscribe(id))
  }

  /** A receipt, a PDF; null where it did not come. */
  async receipt(orderId: number, transactionId: number): Promise<Blob | null> {
    return (await this.attempt(orderId, () => this.api.receipt(orderId, transactionId))) ?? null
  }

  /** The address of the provider's own page about cards and invoices; null where it did not come. */
  async portal(): Promise<string | null> {
    return (await this.attempt(0, () => this.api.portal())) ?? null
  }

  /** Reads an order that is being paid, or whose renewal is being changed, every 2 s until it is not; each once at a time. */
  follow(id: number): Promise<void> {
    const following = this.followed.get(id) ?? this.read(id)
    this.followed.set(id, following)
    return following
  }

  clearRefusal(): void {
    this.refusal = null
  }

  /** What is known of an order that has just changed stays until the list tells it as well. */
  languageChanged(): void {
    void this.pages.again().then(() => {
      if (!this.pages.error) runInAction(() => this.fresh.clear())
    })
  }

  reset(): void {
    this.visit.abort()
    this.visit = new AbortController()
    this.pages.clear()
    this.fresh.clear()
    this.followed.clear()
    this.busy.clear()
    this.refusal = null
  }

  private async change(id: number, call: () => Promise<Order>): Promise<boolean> {
    const order = await this.attempt(id, call)
    if (!order) return false
    this.keep(order)
    if (isMoving(order)) await this.follow(id)
    return true
  }

  private async read(id: number): Promise<void> {
    const { signal } = this.visit
    const before = this.orders.find(order => order.id === id)
    const heard = (order: Order) => this.keep(order)
    const order = await this.poll.until(id, read => !isMoving(read), { signal, heard }).catch(() => null)
    if (signal.aborted) return
    this.followed.delete(id)
    if (before?.status !== 'created' || order?.status !== 'paid') return
    this.billing.shell.telling.tell('purchase', purchaseOf(order))
    this.billing.paid(id)
  }

  /** Once at a time; what was asked before a reset says nothing after it. */
  private async attempt<Answer>(id: number, call: () => Promise<Answer>): Promise<Answer | null> {
    const { visit } = this
    if (this.busy.has(id)) return null
    runInAction(() => {
      this.busy.add(id)
      this.refusal = null
    })
    try {
      const answer = await call()
      return visit === this.visit ? answer : null
    } catch (error) {
      if (visit === this.visit && !isCancelled(error)) this.refuse(wordsOf(error))
      return null
    } finally {
      if (visit === this.visit) runInAction(() => this.busy.delete(id))
    }
  }

  private refuse(sentence: string): void {
    this.refusal = sentence
  }

  private keep(order: Order): void {
    runInAction(() => this.fresh.set(order.id, order))
  }
}

const wordsOf = (error: unknown): string =>
  error instanceof HttpError && error.status < 500 && error.message ? error.message : UNKNOWN

export const ordersStore = (api: Api, billing: BillingStore) => new OrdersStore(new BillingApi(api), billing)
