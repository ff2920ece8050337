import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse, Query } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type {
  BuyableEvent,
  Discount,
  OfferLine,
  OfferQuery,
  Order,
  Package,
  Purchase,
  SavedCard,
  ShownTotals,
  Subscription,
  Team,
} from './model'

/** The calls of billing (§7, "Payments"; api.md, "Billing"). */
export class BillingApi {
  constructor(private readonly api: Api) {}

  /** All that are on sale now. */
  async packages(): Promise<Package[]> {
    const options = { ...withoutGlobalError(), fresh: true }
    return (await this.api.get<ListResponse<Package>>('/packages', { no_limit: 1 }, options)).data
  }

  async package(id: number, signal?: AbortSignal): Promise<Package> {
    return (await this.api.get<ItemResponse<Package>>(`/packages/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** All that are on sale now. */
  async subscriptions(): Promise<Subscription[]> {
    const options = { ...withoutGlobalError(), fresh: true }
    return (await this.api.get<ListResponse<Subscription>>('/subscriptions', { no_limit: 1 }, options)).data
  }

  async subscription(id: number, signal?: AbortSignal): Promise<Subscription> {
    return (
      await this.api.get<ItemResponse<Subscription>>(`/subscriptions/${id}`, {}, withoutGlobalError(signal))
    ).data
  }

  async event(id: number, signal?: AbortSignal): Promise<BuyableEvent> {
    return (await this.api.get<ItemResponse<BuyableEvent>>(`/events/${id}`, {}, withoutGlobalError(signal)))
      .data
  }

  /** What this viewer can buy to open an event or a film, or everything on sale. */
  async offers(query: OfferQuery, signal?: AbortSignal): Promise<OfferLine[]> {
    const options = { ...withoutGlobalError(signal), fresh: true }
    return (await this.api.get<ItemResponse<{ lines: OfferLine[] }>>('/offers', { ...query }, options)).data
      .lines
  }

  /** The teams of a category of events; of every one without. */
  async teams(categoryId: number | null, signal?: AbortSignal): Promise<Team[]> {
    const query = { event_category_id: categoryId, no_limit: 1, sort_field: 'name' }
    return (await this.api.get<ListResponse<Team>>('/participants', query, withoutGlobalError(signal))).data
  }

  /**
   * The same `key` brings the same order, however often it is sent; 409 while that is being paid. Refused
   * where it would charge something else than what is `Shown`.
   */
  async buy(
    purchase: Purchase & { payment_method?: string; promo_code?: string } & Partial<ShownTotals>,
    key: string,
  ): Promise<Order> {
    const options = { ...withoutGlobalError(), idempotencyKey: key }
    return (await this.api.post<ItemResponse<Order>>('/stripe/buy', { ...purchase }, options)).data
  }

  async startTrial(
    fields: { subscription_id: number; payment_method?: string } & Pick<ShownTotals, 'renewal'>,
    key: string,
  ): Promise<Order> {
    const options = { ...withoutGlobalError(), idempotencyKey: key }
    return (await this.api.post<ItemResponse<Order>>('/stripe/subscription/start_trial', fields, options))
      .data
  }

  /**
   * Goes on with an order after the card's bank was asked, or pays it with another card while the bank is
   * waited for. An order that is paid already answers as it is.
   */
  async pay(id: number, payment_method?: string): Promise<Order> {
    return (
      await this.api.post<ItemResponse<Order>>(`/orders/${id}/pay`, { payment_method }, withoutGlobalError())
    ).data
  }

  async orders(query: Query, signal?: AbortSignal): Promise<Page<Order>> {
    const { data, meta } = await this.api.get<ListResponse<Order>>(
      '/orders',
      query,
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  async order(id: number, signal?: AbortSignal): Promise<Order> {
    return (await this.api.get<ItemResponse<Order>>(`/orders/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** The receipt of a transaction, a PDF. */
  async receipt(orderId: number, transactionId: number): Promise<Blob> {
    return await this.api.get<Blob>(
      `/orders/${orderId}/transactions/${transactionId}/receipt`,
      {},
      withoutGlobalError(),
    )
  }

  async applyCoupon(promo_code: string, purchase: Purchase, signal?: AbortSignal): Promise<Discount> {
    const query = { promo_code, ...purchase }
    return (await this.api.get<ItemResponse<Discount>>('/apply_coupon', query, withoutGlobalError(signal)))
      .data
  }

  /** The secret with which the provider keeps a card that is typed in. */
  async setupIntent(): Promise<string> {
    type Answer = ItemResponse<{ client_secret: string }>
    return (await this.api.post<Answer>('/stripe/setup-intent', {}, withoutGlobalError())).data.client_secret
  }

  async cards(signal?: AbortSignal): Promise<SavedCard[]> {
    return (await this.api.get<ListResponse<SavedCard>>('/stripe/list-cards', {}, withoutGlobalError(signal)))
      .data
  }

  async removeCard(id: string): Promise<void> {
    await this.api.delete(`/stripe/cards/${encodeURIComponent(id)}`, {}, withoutGlobalError())
  }

  /** Stops the renewal; what was paid stays open to its end. */
  async cancelRenewal(order_id: number): Promise<Order> {
    return (
      await this.api.post<ItemResponse<Order>>('/stripe/unsubscribe', { order_id }, withoutGlobalError())
    ).data
  }

  /** Takes a stop back, before the end. */
  async resumeRenewal(order_id: number): Promise<Order> {
    return (
      await this.api.post<ItemResponse<Order>>('/stripe/resubscribe', { order_id }, withoutGlobalError())
    ).data
  }

  /** The provider's own page about cards and invoices. */
  async portal(): Promise<string> {
    return (
      await this.api.get<ItemResponse<{ url: string }>>('/stripe/customer-portal', {}, withoutGlobalError())
    ).data.url
  }
}
