import type { Order, Transaction } from './model'

/** The state of an order as the viewer sees it (§3, §4). */
export type OrderState =
  | 'pending'
  | 'active'
  | 'paid'
  | 'inactive'
  | 'expired'
  | 'ended'
  | 'failed'
  | 'refunded'

/** Return whether an order gives access: only while it is paid and active. */
export const isHeld = ({ status, activity_status }: Pick<Order, 'status' | 'activity_status'>): boolean =>
  status === 'paid' && activity_status === 'active'

/** Return whether an order bought codes for others. Its buyer has no access, but can still use or cancel the codes. */
const holdsCodes = ({ status, activity_status, voucher_count }: StatefulOrder): boolean =>
  voucher_count > 0 && status === 'paid' && activity_status !== 'canceled'

type StatefulOrder = Pick<Order, 'status' | 'activity_status' | 'type' | 'voucher_count'>

/** Return the state of an order: `active` for subscriptions, `paid` for others, or why access ended. */
export function stateOf(order: StatefulOrder): OrderState {
  const { status, activity_status, type } = order
  if (status === 'created') return 'pending'
  if (status === 'failed' || status === 'refunded') return status
  if (holdsCodes(order)) return 'paid'
  if (isHeld(order)) return type === 'subscription' ? 'active' : 'paid'
  return activity_status === 'expired' ? 'expired' : activity_status === 'canceled' ? 'ended' : 'inactive'
}

/** Split orders into two lists: with access, with codes or pending, and past. */
export function splitOrders(orders: readonly Order[]): { present: Order[]; past: Order[] } {
  const isPresent = (order: Order) => order.status === 'created' || isHeld(order) || holdsCodes(order)
  return { present: orders.filter(isPresent), past: orders.filter(order => !isPresent(order)) }
}

/** Return whether an order is in its free trial: it has access, and nothing was charged. */
export const isOnTrial = (order: Order): boolean =>
  isHeld(order) && order.trial_days > 0 && !order.transactions.some(isPaidCharge)

const isPaidCharge = ({ kind, status, amount }: Transaction): boolean =>
  kind === 'charge' && status === 'paid' && Number(amount) > 0

/** Return whether to poll an order every 2 s: its payment or its renewal change is in progress. */
export const isPending = ({ status, auto_renewal, payment }: Order): boolean =>
  (status === 'created' && !payment.requires_action) || auto_renewal === 'processing'
