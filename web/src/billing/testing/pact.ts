import { MatchersV3 } from '@pact-foundation/pact'
import {
  amountLike,
  createInteractions,
  EMAIL,
  instantLike,
  type PactRequest,
  type PactResponse,
  respondWithRefusal,
  type State,
  type StateParams,
  sessionAt,
  withBody,
} from '@/shared/testing/pact'
import { BillingApi } from '../api'

const { atLeastOneLike, eachLike, fromProviderState, integer, like, nullValue, regex, string } = MatchersV3

/** The idempotency key of one press of Pay. */
export const IDEMPOTENCY_KEY = 'a-press-of-pay'

export const { interaction, viewerInteraction, visitorInteraction } = createInteractions('billing')
export const apiAt = (host: string) => new BillingApi(sessionAt(host))

/** Provider states: the offers on sale. */
export const SEASON: State = ['a package', { id: 31 }]
export const TEAM_PASS: State = ['a package', { id: 32, type: 'team' }]
export const SINGLE_EVENT: State = ['a package', { id: 33, type: 'event' }]
export const MONTHLY: State = ['a subscription', { id: 7 }]
export const EVENT: State = ['an event', { id: 12, pass_type: 'ppv' }]
export const TEAM: State = ['a team', { id: 70 }]
export const CODE: State = ['a promo code', { code: 'TIPOFF20', percent: 20 }]
/** Provider states of the viewer: a saved card, or order 1. */
export const CARD: State = ['a saved card', { email: EMAIL }]
export const orderState = (params: StateParams): State => ['an order', { email: EMAIL, ...params }]
export const SEASON_ORDER = orderState({ type: 'package', id: 31 })
export const MONTHLY_ORDER = orderState({ type: 'subscription', id: 7 })

/** Return a text with the card ID of the provider state. `pm_1` is its placeholder. */
export const withCardId = (text: string) => fromProviderState(text.replace('pm_1', `\${${'card'}}`), text)
export const cardId = withCardId('pm_1')

/** Return a request with a body and an idempotency key. */
export const withPayment = (body: object) => (request: PactRequest) =>
  withBody(body)(request.headers({ 'Idempotency-Key': IDEMPOTENCY_KEY }))

export const amount = amountLike('41.49')
const instant = instantLike('2026-11-21T18:00:00Z')
const dollars = regex('^[A-Z]{3}$', 'USD')

const product = {
  id: integer(31),
  name: string('Asked'),
  event_category_id: integer(1),
  participant_id: nullValue(),
  participant_name: nullValue(),
  single_event_package_id: nullValue(),
  package_id: integer(31),
  subscription_id: nullValue(),
  event_id: nullValue(),
  period: nullValue(),
  event_categories: like([1]),
  capabilities: eachLike(string('watch')),
}

/** The transaction of a paid package. */
export const transaction = {
  id: integer(1),
  kind: 'charge',
  status: 'paid',
  amount,
  currency: dollars,
  label: nullValue(),
  tax: like([]),
  created_at: instant,
  receipt_url: regex('^/api/orders/\\d+/transactions/\\d+/receipt$', '/api/orders/1/transactions/1/receipt'),
}

/** The order of a paid package. */
export const order = {
  id: integer(1),
  type: 'package',
  status: 'paid',
  activity_status: 'active',
  product_status: 'available',
  product_starts_at: nullValue(),
  refund_due: false,
  product,
  price: amount,
  base_price: amount,
  service_fee: amount,
  discount: amount,
  total: amount,
  currency: dollars,
  promo_code: nullValue(),
  trial_days: integer(0),
  off_season: nullValue(),
  auto_renewal: nullValue(),
  renewal_failed: false,
  created_at: instant,
  starts_at: instant,
  expires_at: instant,
  renews_at: nullValue(),
  payment: { requires_action: false, client_secret: nullValue() },
  failure_message: nullValue(),
  failure_code: nullValue(),
  transactions: atLeastOneLike(transaction, 1),
  make_goods: [],
}

/** The order of an active subscription. */
export const activeSubscription = {
  ...order,
  type: 'subscription',
  product: {
    ...product,
    id: 7,
    event_category_id: nullValue(),
    package_id: nullValue(),
    subscription_id: 7,
    period: string('month'),
    event_categories: like([]),
  },
  auto_renewal: 'active',
  renews_at: instant,
  transactions: atLeastOneLike({ ...transaction, label: 'New subscription' }, 1),
}

/** The fields of an order that waits for the bank confirmation. */
export const pendingOrder = {
  status: 'created',
  activity_status: 'inactive',
  starts_at: nullValue(),
  expires_at: nullValue(),
  payment: { requires_action: true, client_secret: regex('^pi_.+_secret_.+$', 'pi_1_secret_2') },
  transactions: [],
}

/** Respond with an order. `params` overrides fields of `base`. */
export const respondWithOrder =
  (params: object = {}, base: object = order) =>
  (response: PactResponse) =>
    response.jsonBody({ data: { ...base, ...params } })

/** Return the product of an order. `params` overrides fields. */
export const productWith = (params: object) => ({ ...product, ...params })

/** Respond with a refusal that has this code (§8). */
export const refusalOf = (code: string) => (response: PactResponse) => {
  respondWithRefusal(response, 400, code)
}

/** The refusal of an outdated total. */
export const PRICE_CHANGED = {
  status: 400,
  code: 'errors.price_changed',
}
