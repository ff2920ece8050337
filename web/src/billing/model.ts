import type { EventStart } from '@/shared/format/startInstant'
import type { OffSeason, Package, Subscription } from '@/shared/shell'

export type { Package, Subscription }

/** The kinds of items on sale (§3, "Item kinds"). */
export type ItemKind = 'event' | 'package' | 'subscription' | 'donation'
export type OrderStatus = 'created' | 'paid' | 'failed' | 'refunded'
export type ActivityStatus = 'active' | 'inactive' | 'expired' | 'canceled'
/** The renewal of a subscription. `processing` while the payment provider applies a change. */
export type AutoRenewal = 'active' | 'processing' | 'cancelled'

/** The product of an order, with its name at the time of purchase. */
export interface Product {
  /** The ID of the event, package or subscription. */
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
  /** The IDs of the categories. An empty list means all categories. */
  event_categories: readonly number[]
  capabilities: readonly string[]
}

/** One transaction of an order. Amounts are positive. A failed charge does not count. */
export interface Transaction {
  id: number
  kind: 'charge' | 'refund' | 'dispute' | 'dispute_won'
  status: OrderStatus
  amount: string
  currency: string
  /** `New subscription` or `Subscription Renewal` (§3); null if the order does not renew. */
  label: string | null
  tax: readonly { name: string; rate: string; amount: string }[]
  created_at: string
  receipt_url: string | null
}

/** Money that was paid back for an event that did not play. */
export interface MakeGood {
  event_id: number
  event_name: string
  amount: string
  currency: string
  method: 'credit' | 'refund'
  /** The promo code of a credit, which only this account can use. */
  promo_code: string | null
  reason: 'share' | 'most' | 'shut_out'
  lost_seconds: number
  /** What was paid for `event_count` events. */
  paid_for: string
  event_count: number
  paid_at: string | null
}

export type ProductStatus = 'available' | 'postponed' | 'rescheduled' | 'canceled' | 'withdrawn'

/** One purchase (api.md, "Order"). Money is a decimal string in major units; instants are ISO 8601 in UTC. */
export interface Order {
  id: number
  type: ItemKind
  status: OrderStatus
  activity_status: ActivityStatus
  /** The state of the product. A `withdrawn` product is no longer in the channel. */
  product_status: ProductStatus
  /** The new start of a rescheduled event. */
  product_starts_at: string | null
  /** Whether a full refund is in progress. */
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
  off_season: OffSeason | null
  /** The number of codes that a gift or group purchase bought. */
  voucher_count: number
  auto_renewal: AutoRenewal | null
  /** The last renewal could not be charged. */
  renewal_failed: boolean
  created_at: string
  starts_at: string | null
  /** The end of access, or null for unlimited access. */
  expires_at: string | null
  renews_at: string | null
  payment: { requires_action: boolean; client_secret: string | null }
  failure_message: string | null
  /** The error code of `failure_message`. */
  failure_code: string | null
  transactions: readonly Transaction[]
  make_goods: readonly MakeGood[]
}

/** The renewal that the link of a reminder cancels. */
export interface LinkedRenewal {
  name: string
  price: string
  currency: string
  period: string | null
  /** The next charge, or the end of access once the renewal is canceled. */
  expires_at: string | null
  auto_renewal: AutoRenewal
  off_season: OffSeason | null
}

/** A card that the payment provider saved. */
export interface SavedCard {
  id: string
  /** `visa`, `mastercard`, … */
  brand: string
  last4: string
  exp_month: number
  exp_year: number
  is_default: boolean
}

/** A price with a promo code applied. */
export interface Discount {
  code: string
  base_price: string
  service_fee: string
  discount: string
  total: string
  currency: string
}

/** The item to buy, as `POST /stripe/buy` and `GET /apply_coupon` expect it. */
export interface Purchase {
  type: ItemKind
  id: number
  single_event_package_id?: number
  participant_id?: number
  /** The amount that the viewer chose, for an offer with a chosen price. */
  amount?: string
  /** The recipient of a gift. The buyer then gets a code instead of access. */
  gift?: Gift
}

/** The recipient of a gift, who needs no account. `send_at` is when the email is sent, null for at once. */
export interface Gift {
  quantity: number
  /** Null for the codes of a group, which the buyer passes on. */
  email: string | null
  recipient: string | null
  message: string | null
  send_at: string | null
}

export type VoucherState = 'pending' | 'scheduled' | 'sent' | 'ready' | 'redeemed' | 'canceled'

/** One code of an order. `code` and `link` are null unless the code can be redeemed. */
export interface Voucher {
  number: number
  code: string | null
  /** The page that redeems the code. */
  link: string | null
  /** The link as a QR code in SVG, if it was requested. */
  qr: string | null
  state: VoucherState
  email: string | null
  recipient: string | null
  message: string | null
  send_at: string | null
  sent_at: string | null
  redeemed_at: string | null
}

/** One purchase that the server offers this viewer now. A team pass has a line for each team. */
export interface OfferLine {
  type: ItemKind
  id: number
  single_event_package_id: number | null
  participant_id: number | null
  /** Whether the viewer already has the item, or a pass that covers it. */
  held: boolean
}

/** The query for offers: an event, a library item, or everything on sale. */
export interface OfferQuery {
  event_id?: number
  vod_id?: number
}

/** The totals next to the Pay button. */
export interface ShownTotals {
  /** The amount charged today. */
  total: string
  /** The amount of each renewal, if the item renews. */
  renewal?: string
}

/** A team, with the fields that a team pass needs. */
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

/** An event, with the fields that its purchase needs. */
export interface BuyableEvent extends EventStart {
  id: number
  name: string
  short_name: string
  /** The name with label, date and time. It distinguishes two events with the same name. */
  full_name: string
  sport: string
  pass_type: string
  participants: readonly Team[]
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

/** The offers on sale. */
export interface SaleCatalog {
  readonly packages: readonly Package[]
  readonly subscriptions: readonly Subscription[]
}
