import { describe, expect, it } from 'vitest'
import { respondWithProblem, withBody, withQuery } from '@/shared/testing/pact'
import { apiAt, refusalOf, SEASON, SEASON_ORDER, viewerInteraction } from '../testing/pact'

describe('codes for other people', () => {
  it('are not found for the order of another viewer', async () => {
    await viewerInteraction(SEASON, SEASON_ORDER)
      .uponReceiving('a request for the codes of an unknown order')
      .withRequest('GET', '/api/orders/404404/vouchers', withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).vouchers(404404)).rejects.toMatchObject({ status: 404 })
      })
  })

  it('are refused if they are wrong', async () => {
    await viewerInteraction()
      .uponReceiving('a request to redeem a wrong code')
      .withRequest('POST', '/api/vouchers/redeem', withBody({ code: 'ABCD-EFGH' }))
      .willRespondWith(400, refusalOf('errors.invalid_voucher'))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).redeem('ABCD-EFGH')).rejects.toMatchObject({ status: 400 })
      })
  })
})
