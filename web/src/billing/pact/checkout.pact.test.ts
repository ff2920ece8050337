import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithProblem, type State, withBody } from '@/shared/testing/pact'
import type { ShownTotals } from '../model'
import {
  activeSubscription,
  apiAt,
  CARD,
  CODE,
  cardId,
  EVENT,
  IDEMPOTENCY_KEY,
  MONTHLY,
  orderState,
  PRICE_CHANGED,
  pendingOrder,
  productWith,
  refusalOf,
  respondWithOrder,
  SEASON,
  SEASON_ORDER,
  SINGLE_EVENT,
  TEAM,
  TEAM_PASS,
  transaction,
  viewerInteraction,
  visitorInteraction,
  withPayment,
} from '../testing/pact'

const { atLeastOneLike, nullValue, string } = MatchersV3

const BUY = '/api/stripe/buy'
const season = { type: 'package', id: 31 } as const
const paymentMethod = (card: string): State => ['a saved card', { email: EMAIL, card }]

describe('a purchase', () => {
  it('of a game includes its package', async () => {
    const game = { type: 'event', id: 12, single_event_package_id: 33 } as const
    const bought = productWith({
      id: 12,
      single_event_package_id: 33,
      package_id: nullValue(),
      event_id: 12,
    })
    await viewerInteraction(SINGLE_EVENT, EVENT, CARD)
      .uponReceiving('a request to buy a game')
      .withRequest('POST', BUY, withPayment({ ...game, payment_method: cardId }))
      .willRespondWith(
        200,
        respondWithOrder({ type: 'event', product: bought, total: '9.99', expires_at: nullValue() }),
      )
      .executeTest(async ({ url }) => {
        expect(
          (await apiAt(url).buy({ ...game, payment_method: 'pm_1' }, IDEMPOTENCY_KEY)).product.event_id,
        ).toBe(12)
      })
  })

  it('of a team pass includes the team', async () => {
    const pass = { type: 'package', id: 32, participant_id: 70 } as const
    const bought = productWith({ participant_id: 70, participant_name: string('Amber Plains Owls') })
    await viewerInteraction(TEAM_PASS, TEAM, CARD)
      .uponReceiving('a request to buy a team pass')
      .withRequest('POST', BUY, withPayment({ ...pass, payment_method: cardId }))
      .willRespondWith(200, respondWithOrder({ product: bought, expires_at: nullValue() }))
      .executeTest(async ({ url }) => {
        const { product } = await apiAt(url).buy({ ...pass, payment_method: 'pm_1' }, IDEMPOTENCY_KEY)
        expect(product.participant_id).toBe(70)
      })
  })

  it('of a donation has the amount that the donor chose', async () => {
    const donation = { type: 'donation', id: 31, amount: '12.50' } as const
    const amounts = { price: '12.50', base_price: '12.50', service_fee: '0.00', total: '12.50' }
    const given = productWith({ package_id: nullValue(), event_category_id: nullValue(), capabilities: [] })
    await viewerInteraction(['a package', { id: 31, type: 'donation' }], CARD)
      .uponReceiving('a request to donate')
      .withRequest('POST', BUY, withPayment({ ...donation, payment_method: cardId }))
      .willRespondWith(
        200,
        respondWithOrder({ ...amounts, type: 'donation', product: given, expires_at: nullValue() }),
      )
      .executeTest(async ({ url }) => {
        const order = await apiAt(url).buy({ ...donation, payment_method: 'pm_1' }, IDEMPOTENCY_KEY)
        expect([order.type, order.total]).toEqual(['donation', '12.50'])
      })
  })

  it('of a subscription renews', async () => {
    const monthly = { type: 'subscription', id: 7 } as const
    await viewerInteraction(MONTHLY, CARD)
      .uponReceiving('a request to buy a subscription')
      .withRequest('POST', BUY, withPayment({ ...monthly, payment_method: cardId }))
      .willRespondWith(200, respondWithOrder({}, activeSubscription))
      .executeTest(async ({ url }) => {
        expect(
          (await apiAt(url).buy({ ...monthly, payment_method: 'pm_1' }, IDEMPOTENCY_KEY)).auto_renewal,
        ).toBe('active')
      })
  })

  it('with a promo code has a lower price', async () => {
    const shown = { promo_code: 'TIPOFF20', total: '33.49' }
    const discounted = { ...shown, discount: '8.00' }
    await viewerInteraction(SEASON, CODE, CARD)
      .uponReceiving('a request to buy a package with a promo code')
      .withRequest('POST', BUY, withPayment({ ...season, payment_method: cardId, ...shown }))
      .willRespondWith(200, respondWithOrder(discounted))
      .executeTest(async ({ url }) => {
        const params = { ...season, payment_method: 'pm_1', ...shown }
        expect(await apiAt(url).buy(params, IDEMPOTENCY_KEY)).toMatchObject(discounted)
      })
  })

  it('with a declined card fails with a message', async () => {
    const failure_code = 'errors.card_declined'
    const lost = { ...transaction, status: 'failed', receipt_url: nullValue() }
    const failed = {
      status: 'failed',
      activity_status: 'inactive',
      starts_at: nullValue(),
      expires_at: nullValue(),
      failure_message: string('Your card was declined.'),
      failure_code,
      transactions: atLeastOneLike(lost, 1),
    }
    await viewerInteraction(SEASON)
      .uponReceiving('a request to buy a package with a card that is declined')
      .withRequest('POST', BUY, withPayment({ ...season, payment_method: 'pm_card_chargeDeclined' }))
      .willRespondWith(200, respondWithOrder(failed))
      .executeTest(async ({ url }) => {
        const order = await apiAt(url).buy(
          { ...season, payment_method: 'pm_card_chargeDeclined' },
          IDEMPOTENCY_KEY,
        )
        expect(order).toMatchObject({ status: 'failed', failure_code })
      })
  })

  it('waits for the bank’s confirmation', async () => {
    await viewerInteraction(SEASON, paymentMethod('authenticationRequired'))
      .uponReceiving('a request to buy a package with a card that needs authentication')
      .withRequest('POST', BUY, withPayment({ ...season, payment_method: cardId }))
      .willRespondWith(200, respondWithOrder(pendingOrder))
      .executeTest(async ({ url }) => {
        const { payment } = await apiAt(url).buy({ ...season, payment_method: 'pm_1' }, IDEMPOTENCY_KEY)
        expect(payment.requires_action).toBe(true)
      })
  })

  it('continues after the bank’s confirmation', async () => {
    const pendingState = orderState({ ...season, card: 'authenticationRequired' })
    await viewerInteraction(SEASON, pendingState, ['an authenticated payment', { email: EMAIL }])
      .uponReceiving('a request to complete an order after authentication')
      .withRequest('POST', '/api/orders/1/pay', withBody())
      .willRespondWith(200, respondWithOrder({ id: 1 }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).pay(1)).status).toBe('paid')
      })
  })

  it('can be paid with another card while it waits for the bank', async () => {
    const pendingState = orderState({ ...season, card: 'authenticationRequired' })
    await viewerInteraction(SEASON, pendingState, CARD)
      .uponReceiving('a request to pay an order with another card')
      .withRequest('POST', '/api/orders/1/pay', withBody({ payment_method: cardId }))
      .willRespondWith(200, respondWithOrder({ id: 1 }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).pay(1, 'pm_1')).status).toBe('paid')
      })
  })

  it.each<[string, string, State[], Parameters<ReturnType<typeof apiAt>['buy']>[0]]>([
    ['was made before', 'errors.already_bought', [SEASON, SEASON_ORDER], season],
    ['has no team for a team pass', 'errors.team_not_selected', [TEAM_PASS], { type: 'package', id: 32 }],
    ['has no package for a game', 'errors.not_selected', [SINGLE_EVENT, EVENT], { type: 'event', id: 12 }],
    ['has an unknown promo code', 'errors.promo_code', [SEASON], { ...season, promo_code: 'NOTHING' }],
  ])('is rejected if it %s', async (what, code, states, orderRequest) => {
    const params = { ...orderRequest, payment_method: 'pm_card_visa' }
    await viewerInteraction(...states)
      .uponReceiving(`a request for a purchase that ${what}`)
      .withRequest('POST', BUY, withPayment(params))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(params, IDEMPOTENCY_KEY)).rejects.toMatchObject({ status: 400, code })
      })
  })

  it.each<[string, Partial<ShownTotals>, State, Parameters<ReturnType<typeof apiAt>['buy']>[0]]>([
    ['charges', { total: '31.49' }, SEASON, season],
    ['renews for', { total: '9.99', renewal: '8.99' }, MONTHLY, { type: 'subscription', id: 7 }],
  ])('is rejected if it %s another price than the page shows', async (what, shown, state, orderRequest) => {
    const params = { ...orderRequest, payment_method: 'pm_card_visa', ...shown }
    await viewerInteraction(state)
      .uponReceiving(`a request for a purchase that ${what} another price than the page shows`)
      .withRequest('POST', BUY, withPayment(params))
      .willRespondWith(400, refusalOf(PRICE_CHANGED.code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(params, IDEMPOTENCY_KEY)).rejects.toMatchObject(PRICE_CHANGED)
      })
  })

  it('is rejected without a card', async () => {
    const code = 'errors.card'
    await viewerInteraction(SEASON)
      .uponReceiving('a request to buy a package without a card')
      .withRequest('POST', BUY, withPayment(season))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(season, IDEMPOTENCY_KEY)).rejects.toMatchObject({ code })
      })
  })

  it('is rejected without a login', async () => {
    const params = { ...season, payment_method: 'pm_card_visa' }
    await visitorInteraction(SEASON)
      .uponReceiving('a request by a visitor to buy a package')
      .withRequest('POST', BUY, withPayment(params))
      .willRespondWith(401, response => respondWithProblem(response, 401))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(params, IDEMPOTENCY_KEY)).rejects.toMatchObject({ status: 401 })
      })
  })
})
