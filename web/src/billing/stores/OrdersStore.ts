import { action, computed, makeObservable, observableRef, observableShallow, runInAction } from 'mobx'
import { ORDER_POLL_MS } from '@/shared/constants'
import { type ErrorMessage, HttpError, isCanceled } from '@/shared/http/errors'
import { poll, type Sleep } from '@/shared/http/poll'
import type { Api, Query } from '@/shared/http/session'
import { UNKNOWN_ERROR } from '@/shared/stores/Form'
import { PaginatedList } from '@/shared/stores/PaginatedList'
import { BillingApi } from '../api'
import type { BillingStore } from '../BillingStore'
import type { Order } from '../model'
import { isPending } from '../orderState'
import { toPurchaseEvent } from '../trackedItems'

const PAGE_SIZE = 20

/** The viewer's orders (§3, §4): the list, and the actions on one order. */
export class OrdersStore {
  /** The pages of orders, newest first. */
  readonly pages = new PaginatedList<Order>()
  /** The IDs of orders with an action in progress. */
  readonly busyOrders = new Set<number>()
  /** The server's message about the last refused action. */
  errorMessage: ErrorMessage | null = null
  private readonly updatedOrders = new Map<number, Order>()
  private readonly polledOrders = new Map<number, Promise<void>>()
  private abort = new AbortController()

  constructor(
    private readonly api: BillingApi,
    private readonly billing: Pick<BillingStore, 'handlePaid' | 'shell'>,
    private readonly sleep?: Sleep,
  ) {
    makeObservable<OrdersStore, 'updatedOrders' | 'setError'>(this, {
      busyOrders: observableShallow,
      errorMessage: observableRef,
      updatedOrders: observableShallow,
      orders: computed,
      load: action,
      setError: action,
      clearError: action,
      reset: action,
    })
  }

  get orders(): readonly Order[] {
    return this.pages.items.map(order => this.updatedOrders.get(order.id) ?? order)
  }

  /** Load the first page of orders for `query` (`type`, `status`, `no_limit`). `pages.more()` loads the next. */
  async load(query: Query = {}): Promise<void> {
    this.updatedOrders.clear()
    await this.pages.load((offset, signal) => this.api.orders({ limit: PAGE_SIZE, ...query, offset }, signal))
  }

  /** Cancel the renewal of a subscription. Poll the order until the change is complete. */
  cancelRenewal(id: number): Promise<boolean> {
    return this.change(id, () => this.api.cancelRenewal(id))
  }

  /** Turn on the renewal of a subscription again, before it ends. */
  resumeRenewal(id: number): Promise<boolean> {
    return this.change(id, () => this.api.resumeRenewal(id))
  }

  /** Return a receipt as a PDF, or null if the request fails. */
  async receipt(orderId: number, transactionId: number): Promise<Blob | null> {
    return (await this.runOnce(orderId, () => this.api.receipt(orderId, transactionId))) ?? null
  }

  /** Return the URL of the payment provider's page for cards and invoices, or null if the request fails. */
  async portal(): Promise<string | null> {
    return (await this.runOnce(0, () => this.api.portal())) ?? null
  }

  /**
   * Poll an order every 2 s while its payment or its renewal change is pending.
   * A second call for the same order returns the same promise.
   */
  pollOrder(id: number): Promise<void> {
    const polling = this.polledOrders.get(id) ?? this.fetchOrder(id)
    this.polledOrders.set(id, polling)
    return polling
  }

  clearError(): void {
    this.errorMessage = null
  }

  /** Reload the list in the new language. Keep the updated orders until the list includes their changes. */
  languageChanged(): void {
    void this.pages.reload().then(() => {
      if (!this.pages.error) runInAction(() => this.updatedOrders.clear())
    })
  }

  reset(): void {
    this.abort.abort()
    this.abort = new AbortController()
    this.pages.clear()
    this.updatedOrders.clear()
    this.polledOrders.clear()
    this.busyOrders.clear()
    this.errorMessage = null
  }

  private async change(id: number, call: () => Promise<Order>): Promise<boolean> {
    const order = await this.runOnce(id, call)
    if (!order) return false
    this.saveOrder(order)
    if (isPending(order)) await this.pollOrder(id)
    return true
  }

  private async fetchOrder(id: number): Promise<void> {
    const { signal } = this.abort
    const previous = this.orders.find(order => order.id === id)
    const order = await poll(
      signal => this.api.order(id, signal),
      order => !isPending(order),
      { signal, interval: ORDER_POLL_MS, sleep: this.sleep, onValue: order => this.saveOrder(order) },
    ).catch(() => null)
    if (signal.aborted) return
    this.polledOrders.delete(id)
    if (previous?.status !== 'created' || order?.status !== 'paid') return
    this.billing.shell.telemetry.emit('purchase', toPurchaseEvent(order))
    this.billing.handlePaid(id)
  }

  /** Run one action per order at a time. A reset discards its result and its error. */
  private async runOnce<Answer>(id: number, call: () => Promise<Answer>): Promise<Answer | null> {
    const { abort } = this
    if (this.busyOrders.has(id)) return null
    runInAction(() => {
      this.busyOrders.add(id)
      this.errorMessage = null
    })
    try {
      const result = await call()
      return abort === this.abort ? result : null
    } catch (error) {
      if (abort === this.abort && !isCanceled(error)) this.setError(errorMessageOf(error))
      return null
    } finally {
      if (abort === this.abort) runInAction(() => this.busyOrders.delete(id))
    }
  }

  private setError(error: ErrorMessage): void {
    this.errorMessage = error
  }

  private saveOrder(order: Order): void {
    runInAction(() => this.updatedOrders.set(order.id, order))
  }
}

const errorMessageOf = (error: unknown): ErrorMessage =>
  error instanceof HttpError && error.status < 500 && error.message ? error.errorMessage : UNKNOWN_ERROR

export const ordersStore = (api: Api, billing: BillingStore) => new OrdersStore(new BillingApi(api), billing)
