import type { Api, CallOptions, Many, One, Query } from '@/shared/http/session'
import type { Page } from '@/shared/stores/Pages'
import type {
  BuyableEvent,
  Discount,
  OfferLine,
  OfferQuery,
  Order,
  Package,
  Purchase,
  SavedCard,
  Shown,
  Subscription,
  Team,
} from './model'

/** Screens of this context show their own errors: no global notice. */
const quietly = (signal?: AbortSignal): CallOptions => ({ signal, crash: [] })

/** The calls of billing (§7, "Payments"; api.md, "Billing"). */
export class BillingApi {
  constructor(private readonly api: Api) {}

  /** All that are on sale now. */
  async packages(): Promise<Package[]> {
    const options = { ...quietly(), fresh: true }
    return (await this.api.get<Many<Package>>('/packages', { no_limit: 1 }, options)).data
  }

  async package(id: number, signal?: AbortSignal): Promise<Package> {
    return (await this.api.get<One<Package>>(`/packages/${id}`, {}, quietly(signal))).data
  }

  /** All that are on sale now. */
  async subscriptions(): Promise<Subscription[]> {
    const options = { ...quietly(), fresh: true }
    return (await this.api.get<Many<Subscription>>('/subscriptions', { no_limit: 1 }, options)).data
  }

  async subscription(id: number, signal?: AbortSignal): Promise<Subscription> {
    return (await this.api.get<One<Subscription>>(`/subscriptions/${id}`, {}, quietly(signal))).data
  }

  async event(id: number, signal?: AbortSignal): Promise<BuyableEvent> {
    return (await this.api.get<One<BuyableEvent>>(`/events/${id}`, {}, quietly(signal))).data
  }

  /** What this viewer can buy to open an event or a film, or everything on sale. */
  async offers(query: OfferQuery, signal?: AbortSignal): Promise<OfferLine[]> {
    const options = { ...quietly(signal), fresh: true }
    return (await this.api.get<One<{ lines: OfferLine[] }>>('/offers', { ...query }, options)).data.lines
  }

  /** The teams of a category of events; of every one without. */
  async teams(categoryId: number | null, signal?: AbortSignal): Promise<Team[]> {
    const query = { event_category_id: categoryId, no_limit: 1, sort_field: 'name' }
    return (await this.api.get<Many<Team>>('/participants', query, quietly(signal))).data
  }

  /**
   * The same `key` brings the same order, however often it is sent; 409 while that is being paid. Refused
   * where it would charge something else than what is `Shown`.
   */
  async buy(
    purchase: Purchase & { payment_method?: string; promo_code?: string } & Partial<Shown>,
    key: string,
  ): Promise<Order> {
    const options = { ...quietly(), idempotencyKey: key }
    return (await this.api.post<One<Order>>('/stripe/buy', { ...purchase }, options)).data
  }

  async startTrial(
    fields: { subscription_id: number; payment_method?: string } & Pick<Shown, 'renewal'>,
    key: string,
  ): Promise<Order> {
    const options = { ...quietly(), idempotencyKey: key }
    return (await this.api.post<One<Order>>('/stripe/subscription/start_trial', fields, options)).data
  }

  /**
   * Goes on with an order after the card's bank was asked, or pays it with another card while the bank is
   * waited for. An order that is paid already answers as it is.
   */
  async pay(id: number, payment_method?: string): Promise<Order> {
    return (await this.api.post<One<Order>>(`/orders/${id}/pay`, { payment_method }, quietly())).data
  }

  async orders(query: Query, signal?: AbortSignal): Promise<Page<Order>> {
    const { data, meta } = await this.api.get<Many<Order>>('/orders', query, quietly(signal))
    return { items: data, total: meta.total }
  }

  async order(id: number, signal?: AbortSignal): Promise<Order> {
    return (await this.api.get<One<Order>>(`/orders/${id}`, {}, quietly(signal))).data
  }

  /** The receipt of a transaction, a PDF. */
  async receipt(orderId: number, transactionId: number): Promise<Blob> {
    return await this.api.get<Blob>(`/orders/${orderId}/transactions/${transactionId}/receipt`, {}, quietly())
  }

  async applyCoupon(promo_code: string, purchase: Purchase, signal?: AbortSignal): Promise<Discount> {
    const query = { promo_code, ...purchase }
    return (await this.api.get<One<Discount>>('/apply_coupon', query, quietly(signal))).data
  }

  /** The secret with which the provider keeps a card that is typed in. */
  async setupIntent(): Promise<string> {
    type Answer = One<{ client_secret: string }>
    return (await this.api.post<Answer>('/stripe/setup-intent', {}, quietly())).data.client_secret
  }

  async cards(signal?: AbortSignal): Promise<SavedCard[]> {
    return (await this.api.get<Many<SavedCard>>('/stripe/list-cards', {}, quietly(signal))).data
  }

  async removeCard(id: string): Promise<void> {
    await this.api.delete(`/stripe/cards/${encodeURIComponent(id)}`, {}, quietly())
  }

  /** Stops the renewal; what was paid stays open to its end. */
  async unsubscribe(order_id: number): Promise<Order> {
    return (await this.api.post<One<Order>>('/stripe/unsubscribe', { order_id }, quietly())).data
  }

  /** Takes a stop back, before the end. */
  async resubscribe(order_id: number): Promise<Order> {
    return (await this.api.post<One<Order>>('/stripe/resubscribe', { order_id }, quietly())).data
  }

  /** The provider's own page about cards and invoices. */
  async portal(): Promise<string> {
    return (await this.api.get<One<{ url: string }>>('/stripe/customer-portal', {}, quietly())).data.url
  }
}
