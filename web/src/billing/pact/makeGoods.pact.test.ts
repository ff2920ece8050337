import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { API_KEY, amountLike, EMAIL, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { MakeGoodApi } from '../makeGoodApi'
import { interaction } from '../testing/pact'

const { atLeastOneLike, boolean, integer, like, nullValue, string } = MatchersV3

const MAKE_GOOD = '/api/studio/events/12/make-good'
const apiAt = (host: string) => new MakeGoodApi(sessionAt(host))
const makeGood = {
  id: integer(1),
  viewer: { id: integer(5), email: EMAIL, name: string('Maya Halvorsen') },
  order_id: integer(1),
  status: string('proposed'),
  reason: string('share'),
  side: string('venue'),
  method: string('credit'),
  wanted_seconds: integer(2400),
  lost_seconds: integer(600),
  paid_for: amountLike('12.00'),
  event_count: integer(1),
  owed: amountLike('3.00'),
  paid: amountLike('0.00'),
  unpaid: amountLike('3.00'),
  currency: 'USD',
  is_capped: boolean(false),
  needs_review: boolean(false),
  promo_code: nullValue(),
  dismissal: nullValue(),
  paid_at: nullValue(),
}
const plan = {
  event_id: 12,
  mode: string('propose'),
  is_measured: boolean(false),
  is_final: boolean(false),
  is_over: boolean(false),
  currency: 'USD',
  unpaid: '3.00',
  unpaid_count: integer(1),
  paid: '0.00',
  make_goods: atLeastOneLike(makeGood, 1),
}
const operatorInteraction = () =>
  interaction(['an operator and a make-good', { api_key: API_KEY, email: EMAIL, event_id: 12 }])

describe('the make-goods of an event', () => {
  it('wait for an operator', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the make-goods that wait')
      .withRequest('GET', '/api/studio/make-goods', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike(
            {
              event_id: 12,
              event_name: like('Final'),
              count: integer(1),
              unpaid: amountLike('3.00'),
              currency: 'USD',
            },
            1,
          ),
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).waiting())[0]?.event_id).toBe(12)
      })
  })

  it('name each viewer and the amount', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the make-goods of an event')
      .withRequest('GET', MAKE_GOOD, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: plan }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).plan('12')).make_goods[0]?.owed).toBe('3.00')
      })
  })

  it('are paid if the total is still the same', async () => {
    await operatorInteraction()
      .uponReceiving('a request to pay the make-goods of an event')
      .withRequest('POST', MAKE_GOOD, withBody({ unpaid: '3.00' }))
      .willRespondWith(202, response => response.jsonBody({ data: plan }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).pay('12', '3.00')).unpaid).toBe('3.00')
      })
  })

  it('can be dismissed with a reason', async () => {
    await operatorInteraction()
      .uponReceiving('a request to dismiss a make-good')
      .withRequest('POST', '/api/studio/make-goods/1/dismiss', withBody({ reason: 'Agreed by phone' }))
      .willRespondWith(204)
      .executeTest(async ({ url }) => {
        await apiAt(url).dismiss(1, 'Agreed by phone')
      })
  })
})
