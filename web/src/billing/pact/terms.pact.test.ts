import { describe, expect, it } from 'vitest'
import { EMAIL, type State, withQuery } from '@/shared/testing/pact'
import {
  activeSubscription,
  apiAt,
  CARD,
  CODE,
  cardId,
  IDEMPOTENCY_KEY,
  PRICE_CHANGED,
  refusalOf,
  respondWithOrder,
  SEASON,
  viewerInteraction,
  withPayment,
} from '../testing/pact'

describe('a trial', () => {
  const START = '/api/stripe/subscription/start_trial'
  const TRIED: State = ['a subscription', { id: 7, trial_period: 7 }]

  it('starts with a card and without a charge', async () => {
    const quote = { total: '0.00', trial_days: 7, transactions: [] }
    await viewerInteraction(TRIED, CARD)
      .uponReceiving('a request to start a trial')
      .withRequest(
        'POST',
        START,
        withPayment({ subscription_id: 7, payment_method: cardId, renewal: '9.99' }),
      )
      .willRespondWith(200, respondWithOrder(quote, activeSubscription))
      .executeTest(async ({ url }) => {
        const params = { subscription_id: 7, payment_method: 'pm_1', renewal: '9.99' }
        const order = await apiAt(url).startTrial(params, IDEMPOTENCY_KEY)
        expect(order).toMatchObject({ status: 'paid', total: '0.00', trial_days: 7 })
      })
  })

  it('does not start if its renewal price differs from the page', async () => {
    const params = { subscription_id: 7, payment_method: 'pm_card_visa', renewal: '8.99' }
    await viewerInteraction(TRIED)
      .uponReceiving('a request to start a trial that renews at another price than the page shows')
      .withRequest('POST', START, withPayment(params))
      .willRespondWith(400, refusalOf(PRICE_CHANGED.code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).startTrial(params, IDEMPOTENCY_KEY)).rejects.toMatchObject(PRICE_CHANGED)
      })
  })

  it('starts only once', async () => {
    const code = 'errors.trial_used'
    const other: State[] = [
      ['a subscription', { id: 8, trial_period: 7 }],
      ['a trial', { email: EMAIL, id: 8 }],
    ]
    await viewerInteraction(TRIED, ...other, CARD)
      .uponReceiving('a request to start a second trial')
      .withRequest('POST', START, withPayment({ subscription_id: 7, payment_method: cardId }))
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        const call = apiAt(url).startTrial({ subscription_id: 7, payment_method: 'pm_1' }, IDEMPOTENCY_KEY)
        await expect(call).rejects.toMatchObject({ code })
      })
  })
})

describe('a promo code', () => {
  const season = { type: 'package', id: 31 } as const

  it('returns the discount', async () => {
    const quote = {
      code: 'TIPOFF20',
      base_price: '39.99',
      service_fee: '1.50',
      discount: '8.00',
      total: '33.49',
      currency: 'USD',
    }
    await viewerInteraction(SEASON, CODE)
      .uponReceiving('a request for the discount of a promo code')
      .withRequest(
        'GET',
        '/api/apply_coupon',
        withQuery({ promo_code: 'tipoff20', type: 'package', id: '31' }),
      )
      .willRespondWith(200, response => response.jsonBody({ data: quote }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).applyCoupon('tipoff20', season)).toEqual(quote)
      })
  })

  it('that does not exist is rejected', async () => {
    const code = 'errors.promo_code'
    await viewerInteraction(SEASON)
      .uponReceiving('a request for the discount of an unknown promo code')
      .withRequest(
        'GET',
        '/api/apply_coupon',
        withQuery({ promo_code: 'NOTHING', type: 'package', id: '31' }),
      )
      .willRespondWith(400, refusalOf(code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).applyCoupon('NOTHING', season)).rejects.toMatchObject({ code })
      })
  })
})
