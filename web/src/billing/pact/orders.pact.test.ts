import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, respondWithProblem, withBody, withQuery } from '@/shared/testing/pact'
import {
  activeSubscription,
  apiAt,
  MONTHLY,
  MONTHLY_ORDER,
  order,
  orderState,
  pendingOrder,
  refusalOf,
  respondWithOrder,
  SEASON,
  SEASON_ORDER,
  viewerInteraction,
  visitorInteraction,
} from '../testing/pact'

const { atLeastOneLike, integer } = MatchersV3

describe('orders', () => {
  it('are returned in pages, with their transactions', async () => {
    const page = { limit: '20', offset: '0', type: 'package', status: 'paid' }
    await viewerInteraction(SEASON, SEASON_ORDER)
      .uponReceiving('a request for paid orders of packages')
      .withRequest('GET', '/api/orders', withQuery(page))
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(order, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        const { items, total } = await apiAt(url).orders(page)
        expect(items[0]?.transactions[0]?.amount).toBe('41.49')
        expect(total).toBe(1)
      })
  })

  it('are returned in one response without a limit', async () => {
    await viewerInteraction(MONTHLY, MONTHLY_ORDER)
      .uponReceiving('a request for all orders')
      .withRequest('GET', '/api/orders', withQuery({ no_limit: '1' }))
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(activeSubscription, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).orders({ no_limit: 1 })).items[0]?.auto_renewal).toBe('active')
      })
  })
})

describe('an order', () => {
  it('is returned by its ID', async () => {
    await viewerInteraction(SEASON, SEASON_ORDER)
      .uponReceiving('a request for an order')
      .withRequest('GET', '/api/orders/1', withQuery())
      .willRespondWith(200, respondWithOrder({ id: 1 }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).order(1)).toMatchObject({ status: 'paid', activity_status: 'active' })
      })
  })

  it('that waits for the bank includes its payment secret', async () => {
    await viewerInteraction(SEASON, orderState({ type: 'package', id: 31, card: 'authenticationRequired' }))
      .uponReceiving('a request for an order that needs authentication')
      .withRequest('GET', '/api/orders/1', withQuery())
      .willRespondWith(200, respondWithOrder(pendingOrder))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).order(1)).payment.requires_action).toBe(true)
      })
  })

  it('that does not exist is not found', async () => {
    await viewerInteraction()
      .uponReceiving('a request for an unknown order')
      .withRequest('GET', '/api/orders/404404', withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).order(404404)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('has a PDF receipt for each transaction', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'pact-')), 'receipt.pdf')
    writeFileSync(file, '%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n')
    await viewerInteraction(SEASON, SEASON_ORDER)
      .uponReceiving('a request for a receipt')
      .withRequest('GET', '/api/orders/1/transactions/1/receipt', withQuery())
      .willRespondWith(200, response => response.binaryFile('application/pdf', file))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).receipt(1, 1)).type).toBe('application/pdf')
      })
  })
})

describe('the cancel link of a reminder', () => {
  it.each([
    ['show', 'linkedRenewal'],
    ['cancel', 'cancelLinkedRenewal'],
  ] as const)('does not %s a renewal with an invalid token', async (path, method) => {
    await visitorInteraction()
      .uponReceiving(`a request to ${path} a renewal with an invalid token`)
      .withRequest('POST', `/api/renewal-links/${path}`, withBody({ token: 'made-up' }))
      .willRespondWith(400, refusalOf('errors.renewal_link'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url)[method]('made-up')).rejects.toMatchObject({ status: 400 })
      })
  })
})

describe('a renewal', () => {
  const CANCELED: typeof MONTHLY = ['a canceled renewal', { email: EMAIL }]
  const DOES_NOT = 'errors.no_renewal'

  it('is turned off, and the provider is notified', async () => {
    await viewerInteraction(MONTHLY, MONTHLY_ORDER)
      .uponReceiving('a request to cancel a renewal')
      .withRequest('POST', '/api/stripe/unsubscribe', withBody({ order_id: 1 }))
      .willRespondWith(
        200,
        respondWithOrder({ auto_renewal: 'processing', renews_at: null }, activeSubscription),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).cancelRenewal(1)).auto_renewal).toBe('processing')
      })
  })

  it('that is off leaves the paid period open', async () => {
    await viewerInteraction(MONTHLY, MONTHLY_ORDER, CANCELED)
      .uponReceiving('a request for an order with a canceled renewal')
      .withRequest('GET', '/api/orders/1', withQuery())
      .willRespondWith(
        200,
        respondWithOrder({ auto_renewal: 'cancelled', renews_at: null }, activeSubscription),
      )
      .executeTest(async ({ url }) => {
        const found = await apiAt(url).order(1)
        expect([found.auto_renewal, found.activity_status]).toEqual(['cancelled', 'active'])
      })
  })

  it('can be turned on again before the period ends', async () => {
    await viewerInteraction(MONTHLY, MONTHLY_ORDER, CANCELED)
      .uponReceiving('a request to resume a renewal')
      .withRequest('POST', '/api/stripe/resubscribe', withBody({ order_id: 1 }))
      .willRespondWith(
        200,
        respondWithOrder({ auto_renewal: 'processing', renews_at: null }, activeSubscription),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).resumeRenewal(1)).auto_renewal).toBe('processing')
      })
  })

  it('does not exist for a package', async () => {
    await viewerInteraction(SEASON, SEASON_ORDER)
      .uponReceiving('a request to cancel the renewal of a package')
      .withRequest('POST', '/api/stripe/unsubscribe', withBody({ order_id: 1 }))
      .willRespondWith(400, refusalOf(DOES_NOT))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).cancelRenewal(1)).rejects.toMatchObject({ code: DOES_NOT })
      })
  })
})
