import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, instantLike, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { StudioOrdersApi } from '../studioOrdersApi'
import { amount, order, SEASON, SEASON_ORDER, transaction, viewerInteraction } from '../testing/pact'

const { atLeastOneLike, boolean, integer, like, nullValue, regex, string } = MatchersV3

const ORDERS = '/api/studio/orders'
const ORDER = `${ORDERS}/1`
const ALL = { query: EMAIL, status: 'paid', type: null, event: null, others: null, from: null, to: null }
const apiAt = (host: string) => new StudioOrdersApi(sessionAt(host))
const { payment: _payment, ...seen } = order
const receipt_url = regex(
  '^/api/studio/orders/\\d+/transactions/\\d+/receipt$',
  '/api/studio/orders/1/transactions/1/receipt',
)
const studioOrder = {
  ...seen,
  viewer: { id: integer(5), email: EMAIL, name: string('Maya Halvorsen') },
  card_last4: '4242',
  ended_at: nullValue(),
  has_payment: true,
  can_extend: boolean(true),
  transactions: atLeastOneLike({ ...transaction, receipt_url }, 1),
}
const operatorInteraction = () =>
  viewerInteraction()
    .given(...SEASON)
    .given(...SEASON_ORDER)
    .given('an operator', { email: EMAIL })

describe('an order in the studio', () => {
  it('is found by the address of its viewer', async () => {
    await operatorInteraction()
      .uponReceiving('a request to search the orders of the channel')
      .withRequest('GET', ORDERS, withQuery({ status: 'paid', search: EMAIL, offset: '0' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(studioOrder, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).list(ALL, 0)).items[0]?.card_last4).toBe('4242')
      })
  })

  it('is returned', async () => {
    await operatorInteraction()
      .uponReceiving('a request for an order of the channel')
      .withRequest('GET', ORDER, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: studioOrder }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).order(1)).viewer?.email).toBe(EMAIL)
      })
  })

  it('has an amount that can be refunded', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the refundable amount')
      .withRequest('GET', `${ORDER}/refund`, withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: { amount, currency: string('USD') } }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).refundable(1, null)).currency).toBe('USD')
      })
  })

  it('is refunded in part', async () => {
    const body = { amount: '5.00', refundable: '41.49', transaction_id: null }
    await operatorInteraction()
      .uponReceiving('a request to refund a part of an order')
      .withRequest('POST', `${ORDER}/refund`, withBody(body))
      .willRespondWith(200, response => response.jsonBody({ data: like({ id: integer(1), status: 'paid' }) }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).refund(1, body)).status).toBe('paid')
      })
  })

  it('is revoked', async () => {
    await operatorInteraction()
      .uponReceiving('a request to revoke the access of an order')
      .withRequest('POST', `${ORDER}/revoke`, withBody({}))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { id: integer(1), activity_status: 'canceled', can_extend: false } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).revoke(1)).activity_status).toBe('canceled')
      })
  })

  it('gets its receipt by email again', async () => {
    await operatorInteraction()
      .uponReceiving('a request to send a receipt again')
      .withRequest('POST', `${ORDER}/resend-receipt`, withBody({}))
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).resendReceipt(1))
  })

  it('is created without payment', async () => {
    await viewerInteraction()
      .given(...SEASON)
      .given('an operator', { email: EMAIL })
      .uponReceiving('a request to give a viewer access')
      .withRequest('POST', ORDERS, withBody({ email: EMAIL, product: 'package:31', until: '2027-03-31' }))
      .willRespondWith(201, response =>
        response.jsonBody({ data: { id: integer(1), total: '0.00', can_extend: true } }),
      )
      .executeTest(async ({ url }) => {
        const grant = { email: EMAIL, product: 'package:31', team: '', until: '2027-03-31' }
        expect((await apiAt(url).grant(grant)).total).toBe('0.00')
      })
  })

  it('gives access until a later day', async () => {
    await operatorInteraction()
      .uponReceiving('a request to extend the access of an order')
      .withRequest('POST', `${ORDER}/extend`, withBody({ until: '2028-03-31' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: { id: integer(1), expires_at: instantLike('2028-04-01T05:00:00Z') } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).extend(1, '2028-03-31')).expires_at).toContain('2028')
      })
  })
})
