import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse, Query } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type {
  BuyableEvent,
  Discount,
  LinkedRenewal,
  OfferLine,
  OfferQuery,
  Order,
  Package,
  Purchase,
  SavedCard,
  ShownTotals,
  Subscription,
  Team,
  Voucher,
} from './model'

type VoucherResponse = ItemResponse<{ vouchers: Voucher[] }>

/** The API requests of billing (§7, "Payments"; api.md, "Billing"). */
export class BillingApi {
  constructor(private readonly api: Api) {}

  /** Return all packages on sale now. */
  async packages(): Promise<Package[]> {
    const options = { ...withoutGlobalError(), fresh: true }
    return (await this.api.get<ListResponse<Package>>('/packages', { no_limit: 1 }, options)).data
  }

  async package(id: number, signal?: AbortSignal): Promise<Package> {
    return (await this.api.get<ItemResponse<Package>>(`/packages/${id}`, {}, withoutGlobalError(signal))).data
  }

  /** Return all subscriptions on sale now. */
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

  /** Return what this viewer can buy to open an event or a library item, or everything on sale. */
  async offers(query: OfferQuery, signal?: AbortSignal): Promise<OfferLine[]> {
    const options = { ...withoutGlobalError(signal), fresh: true }
    return (await this.api.get<ItemResponse<{ lines: OfferLine[] }>>('/offers', { ...query }, options)).data
      .lines
  }

  /** Return the teams of an event category, or of all categories for null. */
  async teams(categoryId: number | null, signal?: AbortSignal): Promise<Team[]> {
    const query = { event_category_id: categoryId, no_limit: 1, sort_field: 'name' }
    return (await this.api.get<ListResponse<Team>>('/participants', query, withoutGlobalError(signal))).data
  }

  /**
   * Create and pay an order. Requests with the same `key` return the same order, or 409 while its payment is in
   * progress. The server refuses the request if the totals differ from `ShownTotals`.
   */
  async buy(
    purchase: Purchase & { payment_method?: string; promo_code?: string } & Partial<ShownTotals>,
    key: string,
  ): Promise<Order> {
    const options = { ...withoutGlobalError(), idempotencyKey: key }
    return (await this.api.post<ItemResponse<Order>>('/stripe/buy', { ...purchase }, options)).data
  }

  /** Redeem the code of a gift or group purchase, and return the viewer's order. */
  async redeem(code: string): Promise<Order> {
    return (await this.api.post<ItemResponse<Order>>('/vouchers/redeem', { code }, withoutGlobalError())).data
  }

  /** Start a subscription with its free trial. `key` is the idempotency key. */
  async startTrial(
    fields: { subscription_id: number; payment_method?: string } & Pick<ShownTotals, 'renewal'>,
    key: string,
  ): Promise<Order> {
    const options = { ...withoutGlobalError(), idempotencyKey: key }
    return (await this.api.post<ItemResponse<Order>>('/stripe/subscription/start_trial', fields, options))
      .data
  }

  /**
   * Continue an order after the bank confirmation, or pay a pending order with another card. For a paid order,
   * return the order unchanged.
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

  /** Return the codes that an order bought for others. */
  async vouchers(orderId: number, withQr = false, signal?: AbortSignal): Promise<Voucher[]> {
    const query = withQr ? { with_qr: true } : {}
    return (
      await this.api.get<VoucherResponse>(`/orders/${orderId}/vouchers`, query, withoutGlobalError(signal))
    ).data.vouchers
  }

  /** Send a code again. A new address gets a new code. */
  async sendVoucher(orderId: number, number: number, email: string): Promise<Voucher[]> {
    const path = `/orders/${orderId}/vouchers/${number}/send`
    return (await this.api.post<VoucherResponse>(path, { email }, withoutGlobalError())).data.vouchers
  }

  /** Cancel codes and refund their price. Refused if one of them was redeemed. */
  async refundVouchers(orderId: number, numbers: readonly number[]): Promise<Order> {
    const path = `/orders/${orderId}/vouchers/refund`
    return (await this.api.post<ItemResponse<Order>>(path, { numbers }, withoutGlobalError())).data
  }

  /** Return the receipt of a transaction as a PDF. */
  async receipt(orderId: number, transactionId: number): Promise<Blob> {
    return await this.api.get<Blob>(
      `/orders/${orderId}/transactions/${transactionId}/receipt`,
      {},
      withoutGlobalError(),
    )
  }

  async applyCoupon(promo_code: string, purchase: Purchase, signal?: AbortSignal): Promise<Discount> {
    const { gift: _, ...item } = purchase
    const query = { promo_code, ...item }
    return (await this.api.get<ItemResponse<Discount>>('/apply_coupon', query, withoutGlobalError(signal)))
      .data
  }

  /** Return the client secret that saves a new card at the payment provider. */
  async setupIntent(): Promise<string> {
    type SetupIntentResponse = ItemResponse<{ client_secret: string }>
    return (await this.api.post<SetupIntentResponse>('/stripe/setup-intent', {}, withoutGlobalError())).data
      .client_secret
  }

  async cards(signal?: AbortSignal): Promise<SavedCard[]> {
    return (await this.api.get<ListResponse<SavedCard>>('/stripe/list-cards', {}, withoutGlobalError(signal)))
      .data
  }

  async removeCard(id: string): Promise<void> {
    await this.api.delete(`/stripe/cards/${encodeURIComponent(id)}`, {}, withoutGlobalError())
  }

  /** Return the renewal that the link of a reminder cancels. Changes nothing. */
  async linkedRenewal(token: string): Promise<LinkedRenewal> {
    type Response = ItemResponse<LinkedRenewal>
    return (await this.api.post<Response>('/renewal-links/show', { token }, withoutGlobalError())).data
  }

  /** Cancel the renewal of a link. It works without login, and any number of times. */
  async cancelLinkedRenewal(token: string): Promise<LinkedRenewal> {
    type Response = ItemResponse<LinkedRenewal>
    return (await this.api.post<Response>('/renewal-links/cancel', { token }, withoutGlobalError())).data
  }

  /** Cancel the renewal. The viewer keeps access until the paid period ends. */
  async cancelRenewal(order_id: number): Promise<Order> {
    return (
      await this.api.post<ItemResponse<Order>>('/stripe/unsubscribe', { order_id }, withoutGlobalError())
    ).data
  }

  /** Turn on a canceled renewal again, before the paid period ends. */
  async resumeRenewal(order_id: number): Promise<Order> {
    return (
      await this.api.post<ItemResponse<Order>>('/stripe/resubscribe', { order_id }, withoutGlobalError())
    ).data
  }

  /** Return the URL of the payment provider's page for cards and invoices. */
  async portal(): Promise<string> {
    return (
      await this.api.get<ItemResponse<{ url: string }>>('/stripe/customer-portal', {}, withoutGlobalError())
    ).data.url
  }
}
