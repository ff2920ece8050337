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

/** The key of one press of Pay. */
export const IDEMPOTENCY_KEY = 'a-press-of-pay'

export const { viewerInteraction, visitorInteraction } = createInteractions('billing')
export const apiAt = (host: string) => new BillingApi(sessionAt(host))

/** What is on sale. */
export const SEASON: State = ['a package', { id: 31 }]
export const TEAM_PASS: State = ['a package', { id: 32, type: 'team' }]
export const SINGLE_EVENT: State = ['a package', { id: 33, type: 'event' }]
export const MONTHLY: State = ['a subscription', { id: 7 }]
export const EVENT: State = ['an event', { id: 12, pass_type: 'ppv' }]
export const TEAM: State = ['a team', { id: 70 }]
export const CODE: State = ['a promo code', { code: 'TIPOFF20', percent: 20 }]
/** What the viewer has: a card, or order 1. */
export const CARD: State = ['a saved card', { email: EMAIL }]
export const orderState = (params: StateParams): State => ['an order', { email: EMAIL, ...params }]
export const SEASON_ORDER = orderState({ type: 'package', id: 31 })
export const MONTHLY_ORDER = orderState({ type: 'subscription', id: 7 })

/** A text about the card that the state made; `pm_1` stands for its name here. */
export const withCardId = (text: string) => fromProviderState(text.replace('pm_1', `\${${'card'}}`), text)
export const cardId = withCardId('pm_1')

/** A body under the key of a press of Pay. */
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

/** A line of the ledger of a package that was paid. */
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

/** The order of a package that was paid. */
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
}

/** The order of a subscription that runs. */
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

/** What waits for the viewer's bank. */
export const pendingOrder = {
  status: 'created',
  activity_status: 'inactive',
  starts_at: nullValue(),
  expires_at: nullValue(),
  payment: { requires_action: true, client_secret: regex('^pi_.+_secret_.+$', 'pi_1_secret_2') },
  transactions: [],
}

/** The answer is an order; `facts` are what the conversation is about. */
export const respondWithOrder =
  (params: object = {}, usual: object = order) =>
  (answer: PactResponse) =>
    answer.jsonBody({ data: { ...usual, ...params } })

/** The order of another kind of thing: `facts` of its product. */
export const productWith = (params: object) => ({ ...product, ...params })

/** The answer is a refusal with this code (§8). */
export const refusalOf = (code: string) => (answer: PactResponse) => {
  respondWithRefusal(answer, 400, code)
}

/** The refusal of a sum that is not charged any more. */
export const PRICE_CHANGED = {
  status: 400,
  code: 'errors.price_changed',
}
