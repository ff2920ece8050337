import type { Order, Transaction } from './model'

/** What a viewer calls the state of an order (§3, §4). */
export type OrderState =
  | 'pending'
  | 'active'
  | 'paid'
  | 'inactive'
  | 'expired'
  | 'ended'
  | 'failed'
  | 'refunded'

/** An order gives what it is for while it is paid and active, and at no other time. */
export const isHeld = ({ status, activity_status }: Pick<Order, 'status' | 'activity_status'>): boolean =>
  status === 'paid' && activity_status === 'active'

/** A subscription runs, everything else was paid; what is not held any more says why. */
export function stateOf(order: Order): OrderState {
  const { status, activity_status, type } = order
  if (status === 'created') return 'pending'
  if (status === 'failed' || status === 'refunded') return status
  if (isHeld(order)) return type === 'subscription' ? 'active' : 'paid'
  return activity_status === 'expired' ? 'expired' : activity_status === 'canceled' ? 'ended' : 'inactive'
}

/** The orders in two lists: what is held or under way, and what is over. */
export function splitOrders(orders: readonly Order[]): { present: Order[]; past: Order[] } {
  const isPresent = (order: Order) => order.status === 'created' || isHeld(order)
  return { present: orders.filter(isPresent), past: orders.filter(order => !isPresent(order)) }
}

/** A trial that runs: nothing was charged yet, and something will be. */
export const isOnTrial = (order: Order): boolean =>
  isHeld(order) && order.trial_days > 0 && !order.transactions.some(isPaidCharge)

const isPaidCharge = ({ kind, status, amount }: Transaction): boolean =>
  kind === 'charge' && status === 'paid' && Number(amount) > 0

/** Whether there is something to follow every 2 s: it is being paid, or its renewal is being changed. */
export const isPending = ({ status, auto_renewal, payment }: Order): boolean =>
  (status === 'created' && !payment.requires_action) || auto_renewal === 'processing'
