import type { Payments } from '@/shared/shell'
import type { FakeServer } from '@/shared/testing/fakes'
import { createShell, type ShellOptions } from '@/shared/testing/shell'
import { BillingStore } from './BillingStore'
import type {
  BuyableEvent,
  OfferLine,
  Order,
  Package,
  Product,
  SaleCatalog,
  SavedCard,
  Subscription,
  Team,
} from './model'
import { isForTeam } from './offers'
import type { PaidMessage, TabChannel } from './TabChannel'

/** A fake of the tab channel. It records sent messages and can receive messages of other tabs. */
export class FakeTabChannel implements TabChannel {
  readonly sentMessages: PaidMessage[] = []
  private readonly listeners = new Set<(message: PaidMessage) => void>()

  send(message: PaidMessage): void {
    this.sentMessages.push(message)
  }

  listen(listener: (message: PaidMessage) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Deliver a message of another tab. */
  receive(message: PaidMessage): void {
    for (const listener of this.listeners) listener(message)
  }
}

interface BillingStoreOptions extends ShellOptions {
  tabChannel?: TabChannel
}

/** Create a billing store for a viewer with an account, in a channel with payments. */
export function createBillingStore(
  server: FakeServer,
  { viewer, channel, settings, tabChannel = new FakeTabChannel() }: BillingStoreOptions = {},
): BillingStore {
  const packages = channel?.packages ?? []
  const subscriptions = channel?.subscriptions ?? []
  server.byDefault('/api/offers', query => offersResponse(offerLinesFor({ packages, subscriptions }, query)))
  const shell = createShell(server, {
    viewer: { id: 5, email: 'maya@example.com', ...viewer },
    channel: { payments: PAYMENTS, ...channel },
    settings,
  })
  return new BillingStore(shell, tabChannel)
}

export const offersResponse = (lines: readonly OfferLine[]) => ({ json: { data: { lines } } })

export const anOfferLine = (changes: Partial<OfferLine>): OfferLine => ({
  ...{ type: 'package', id: 3, single_event_package_id: null, participant_id: null, held: false },
  ...changes,
})

/** Return the lines of a catalog: the event first, team passes for teams 1 to 7, or 1 and 2 with an event. */
export function offerLinesFor({ packages, subscriptions }: SaleCatalog, query: Record<string, string> = {}) {
  const { event_id: eventId, vod_id: libraryItemId } = query
  const teams = libraryItemId ? [] : eventId ? [1, 2] : [1, 2, 3, 4, 5, 6, 7]
  const passes = packages.filter(({ type }) => type !== 'event')
  const eventLines = eventId
    ? [anOfferLine({ type: 'event', id: Number(eventId), single_event_package_id: 70 })]
    : []
  return [
    ...eventLines,
    ...passes
      .filter(isForTeam)
      .flatMap(({ id }) => teams.map(participant_id => anOfferLine({ id, participant_id }))),
    ...passes.filter(offer => !isForTeam(offer)).map(({ id }) => anOfferLine({ id })),
    ...subscriptions.map(({ id }) => anOfferLine({ type: 'subscription', id })),
  ]
}

const PAYMENTS: Payments = {
  provider: 'stripe',
  publishable_key: 'pk_test_1',
  script: 'https://pay.example/stripe.js',
}

const OFFER = {
  description: '',
  price: '41.49',
  base_price: '39.99',
  service_fee: '1.50',
  currency: 'USD',
  weight: 10,
  features: [],
  recommended: false,
  capabilities: ['watch'],
}

/** A season package of one category. `changes` overrides fields. */
export function aPackage(id: number, changes: Partial<Package> = {}): Package {
  return {
    id,
    ...OFFER,
    name: `Package ${id}`,
    offer: 'season',
    period: 'season',
    type: 'season',
    event_categories: [1],
    is_team_pass: false,
    days: null,
    until: null,
    ...changes,
  }
}

/** An annual subscription with a 7-day free trial. */
export function aSubscription(id: number, changes: Partial<Subscription> = {}): Subscription {
  return {
    id,
    ...OFFER,
    name: `Subscription ${id}`,
    price: '89.99',
    base_price: '89.99',
    service_fee: '0.00',
    offer: 'annual',
    period: 'annual',
    trial_period: 7,
    off_season: null,
    ...changes,
  }
}

export function aTeam(id: number, changes: Partial<Team> = {}): Team {
  return {
    id,
    name: `Team ${id}`,
    short_name: `T${id}`,
    images: { logo: null },
    color: '#1a5fe0',
    color_2: null,
    event_category_id: 1,
    ...changes,
  }
}

/** An upcoming event of category 1 that costs $10.74. */
export function aBuyableEvent(id: number, changes: Partial<BuyableEvent> = {}): BuyableEvent {
  return {
    id,
    name: 'Team 1 @ Team 2',
    short_name: 'T1 @ T2',
    full_name: 'Team 1 @ Team 2 (Nov 29, 2026, 11:46 AM)',
    sport: 'hockey',
    pass_type: 'ppv',
    participants: [aTeam(1, { is_home: false }), aTeam(2, { is_home: true })],
    event_utc_ts: 1_795_900_000,
    is_time_known: true,
    time_zone: 'America/Chicago',
    event_category_id: 1,
    event_category: { id: 1, name: 'Boys hockey' },
    base_price: '9.99',
    service_fee: '0.75',
    price: '10.74',
    currency: 'USD',
    single_event_package_id: 70,
    has_access: false,
    access_reason: 'purchase_required',
    stream_status: 'upcoming',
    images: { card: null, poster: null },
    ...changes,
  }
}

export function aCard(id: string, changes: Partial<SavedCard> = {}): SavedCard {
  return { id, brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2028, is_default: false, ...changes }
}

export function aProduct(changes: Partial<Product> = {}): Product {
  return {
    id: 12,
    name: 'Team 1 @ Team 2',
    event_category_id: 1,
    participant_id: null,
    participant_name: null,
    single_event_package_id: 70,
    package_id: null,
    subscription_id: null,
    event_id: 12,
    period: null,
    event_categories: [1],
    capabilities: ['watch'],
    ...changes,
  }
}

/** A paid order for event 12. `changes` overrides fields. */
export function anOrder(id: number, changes: Partial<Order> = {}): Order {
  return {
    id,
    type: 'event',
    status: 'paid',
    activity_status: 'active',
    product_status: 'available',
    product_starts_at: null,
    refund_due: false,
    product: aProduct(),
    price: '10.74',
    base_price: '9.99',
    service_fee: '0.75',
    discount: '0.00',
    total: '10.74',
    currency: 'USD',
    promo_code: null,
    trial_days: 0,
    off_season: null,
    voucher_count: 0,
    auto_renewal: null,
    renewal_failed: false,
    created_at: '2026-11-22T10:00:00Z',
    starts_at: '2026-11-22T10:00:05Z',
    expires_at: null,
    renews_at: null,
    payment: { requires_action: false, client_secret: null },
    failure_message: null,
    failure_code: null,
    transactions: [],
    make_goods: [],
    ...changes,
  }
}
