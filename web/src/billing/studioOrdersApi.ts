import { withoutGlobalError } from '@/shared/http/requestOptions'
import type { Api, ItemResponse, ListResponse } from '@/shared/http/session'
import type { Page } from '@/shared/stores/PaginatedList'
import type { Order, Voucher } from './model'

/** The viewer who placed an order. */
interface Buyer {
  id: number
  email: string
  /** Empty if the viewer has no name. */
  name: string
}

/** A code of an order as operators see it. */
export interface StudioVoucher extends Omit<Voucher, 'code' | 'link' | 'qr'> {
  /** Null until it is redeemed, and after the recipient's account was erased. */
  redeemed_by: Buyer | null
  redeemed_order_id: number | null
}

type StudioVoucherResponse = ItemResponse<{ vouchers: StudioVoucher[] }>

/** An order as operators see it. */
export interface StudioOrder extends Omit<Order, 'payment'> {
  /** Null after the account was erased. */
  viewer: Buyer | null
  card_last4: string | null
  ended_at: string | null
  /** Whether there is a payment to refund. */
  has_payment: boolean
  can_extend: boolean
}

export const ORDER_FILTERS = ['query', 'status', 'type', 'event', 'others', 'from', 'to'] as const
/** The filters of the list. Null means no filter. `event` is the id of an event. Days are in the channel's time zone. */
export type OrderFilter = Readonly<Record<(typeof ORDER_FILTERS)[number], string | null>>

/** The amount of a payment that can still be refunded. */
export interface Refundable {
  amount: string
  currency: string
}

/** A refund. `amount` is empty for all that is left, and `refundable` the amount that the operator saw. */
export interface Refund {
  amount: string
  refundable: string
  transaction_id: number | null
}

/** Access without payment. `product` is `package:KEY`, `subscription:KEY` or `event:ID`. Empty texts are omitted. */
export interface Grant {
  email: string
  product: string
  team: string
  until: string
}

const ORDERS = '/studio/orders'

/** The client of the channel's orders, for operators. */
export class StudioOrdersApi {
  constructor(private readonly api: Api) {}

  async list(
    { query, event, others, ...filter }: OrderFilter,
    offset: number,
    signal?: AbortSignal,
  ): Promise<Page<StudioOrder>> {
    const { data, meta } = await this.api.get<ListResponse<StudioOrder>>(
      ORDERS,
      { ...filter, search: query, event_id: event, for_others: others, offset },
      withoutGlobalError(signal),
    )
    return { items: data, total: meta.total }
  }

  async order(id: number, signal?: AbortSignal): Promise<StudioOrder> {
    const path = `${ORDERS}/${id}`
    return (await this.api.get<ItemResponse<StudioOrder>>(path, {}, withoutGlobalError(signal))).data
  }

  async refundable(id: number, transaction_id: number | null, signal?: AbortSignal): Promise<Refundable> {
    const path = `${ORDERS}/${id}/refund`
    const options = { ...withoutGlobalError(signal), fresh: true }
    return (await this.api.get<ItemResponse<Refundable>>(path, { transaction_id }, options)).data
  }

  refund(id: number, { amount, ...refund }: Refund): Promise<StudioOrder> {
    return this.send(`${ORDERS}/${id}/refund`, { ...refund, ...(amount ? { amount } : {}) })
  }

  revoke(id: number): Promise<StudioOrder> {
    return this.send(`${ORDERS}/${id}/revoke`, {})
  }

  extend(id: number, until: string): Promise<StudioOrder> {
    return this.send(`${ORDERS}/${id}/extend`, { until })
  }

  grant({ email, product, team, until }: Grant): Promise<StudioOrder> {
    return this.send(ORDERS, { email, product, ...(team ? { team } : {}), ...(until ? { until } : {}) })
  }

  async vouchers(id: number, signal?: AbortSignal): Promise<StudioVoucher[]> {
    const path = `${ORDERS}/${id}/vouchers`
    return (await this.api.get<StudioVoucherResponse>(path, {}, withoutGlobalError(signal))).data.vouchers
  }

  /** Send a code again. A new address gets a new code. */
  async sendVoucher(id: number, number: number, email: string): Promise<StudioVoucher[]> {
    const path = `${ORDERS}/${id}/vouchers/${number}/send`
    return (await this.api.post<StudioVoucherResponse>(path, { email }, withoutGlobalError())).data.vouchers
  }

  /** Cancel codes and refund their price. Refused if one of them was redeemed. */
  async refundVouchers(id: number, numbers: readonly number[]): Promise<StudioVoucher[]> {
    const path = `${ORDERS}/${id}/vouchers/refund`
    return (await this.api.post<StudioVoucherResponse>(path, { numbers }, withoutGlobalError())).data.vouchers
  }

  async resendReceipt(id: number): Promise<void> {
    await this.api.post(`${ORDERS}/${id}/resend-receipt`, {}, withoutGlobalError())
  }

  /** Return the receipt of a transaction as a PDF. */
  receipt(id: number, transactionId: number): Promise<Blob> {
    return this.api.get<Blob>(
      `${ORDERS}/${id}/transactions/${transactionId}/receipt`,
      {},
      withoutGlobalError(),
    )
  }

  private async send(path: string, body: object): Promise<StudioOrder> {
    return (await this.api.post<ItemResponse<StudioOrder>>(path, { ...body }, withoutGlobalError())).data
  }
}
