import type { Package, Subscription } from '@/shared/shell'

export type { Package, Subscription }

/** What can be bought (§3, "Item kinds"). */
export type ItemKind = 'event' | 'package' | 'subscription'
export type OrderStatus = 'created' | 'paid' | 'failed' | 'refunded'
export type ActivityStatus = 'active' | 'inactive' | 'expired' | 'canceled'
/** `processing` while the provider is being told. */
export type AutoRenewal = 'active' | 'processing' | 'cancelled'

/** What an order is for, as it was called when it was bought. */
export interface Product {
  /** The event's, package's or subscription's. */
  id: number
  name: string
  event_category_id: number | null
  /** The team of a team pass. */
  participant_id: number | null
  participant_name: string | null
  single_event_package_id: number | null
  package_id: number | null
  subscription_id: number | null
  event_id: number | null
  period: string | null
  /** None are all. */
  event_categories: readonly number[]
  capabilities: readonly string[]
}

/** One line of an order's ledger. A failed attempt counts nothing; amounts are positive. */
export interface Transaction {
  id: number
  kind: 'charge' | 'refund' | 'dispute' | 'dispute_won'
  status: OrderStatus
  amount: string
  currency: string
  /** `New subscription` or `Subscription Renewal` (§3); null for what does not renew. */
  label: string | null
  tax: readonly { name: string; rate: string; amount: string }[]
  created_at: string
  receipt_url: string | null
}

export type ProductStatus = 'available' | 'postponed' | 'rescheduled' | 'canceled' | 'withdrawn'

/** One purchase (api.md, "Order"). Money is a decimal string in major units; instants are ISO 8601 in UTC. */
export interface Order {
  id: number
  type: ItemKind
  status: OrderStatus
  activity_status: ActivityStatus
  /** What became of what was bought; `withdrawn` is no longer in the channel. */
  product_status: ProductStatus
  /** The new start of a rescheduled event. */
  product_starts_at: string | null
  /** All of it is being paid back. */
  refund_due: boolean
  product: Product
  price: string
  base_price: string
  service_fee: string
  discount: string
  total: string
  currency: string
  promo_code: string | null
  trial_days: number
  auto_renewal: AutoRenewal | null
  /** The last renewal could not be charged. */
  renewal_failed: boolean
  created_at: string
  starts_at: string | null
  /** Null: for good. */
  expires_at: string | null
  renews_at: string | null
  payment: { requires_action: boolean; client_secret: string | null }
  failure_message: string | null
  /** The error code of `failure_message`. */
  failure_code: string | null
  transactions: readonly Transaction[]
}

/** A card that was kept at the provider. */
export interface SavedCard {
  id: string
  /** `visa`, `mastercard`, … */
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  is_default: boolean
}

/** What a promo code makes of a price. */
export interface Discount {
  code: string
  base_price: string
  service_fee: string
  discount: string
  total: string
  currency: string
}

/** What is bought, as `POST /stripe/buy` and `GET /apply_coupon` want it. */
export interface Purchase {
  type: ItemKind
  id: number
  single_event_package_id?: number
  participant_id?: number
}

/** One purchase that is possible now; the server decides which are. A team pass has a line for each team. */
export interface OfferLine {
  type: ItemKind
  id: number
  single_event_package_id: number | null
  participant_id: number | null
  /** The viewer has it already, or something that covers it. */
  held: boolean
}

/** What offers are asked for: an event, a film of the library, or everything that is on sale. */
export interface OfferQuery {
  event_id?: number
  vod_id?: number
}

/** The sums that the page shows beside the button that pays. */
export interface ShownTotals {
  /** What is charged at once. */
  total: string
  /** What each renewal charges, where it renews. */
  renewal?: string
}

/** A team as far as a pass for it needs to name it. */
export interface Team {
  id: number
  name: string
  short_name: string
  images: { logo: string | null }
  color: string | null
  color_2: string | null
  event_category_id: number | null
  is_home?: boolean
}

/** An event as far as buying it needs to know. */
export interface BuyableEvent {
  id: number
  name: string
  short_name: string
  /** With label, date and time: for places where two games of one name can meet. */
  full_name: string
  sport: string
  pass_type: string
  participants: readonly Team[]
  event_utc_ts: number
  event_category_id: number | null
  event_category: { id: number; name: string } | null
  base_price: string
  service_fee: string
  price: string
  currency: string
  single_event_package_id: number | null
  has_access: boolean
  access_reason: string
  stream_status: 'upcoming' | 'live' | 'finished'
  images: { card: string | null; poster: string | null }
}

/** What is on sale. */
export interface SaleCatalog {
  readonly packages: readonly Package[]
  readonly subscriptions: readonly Subscription[]
}
