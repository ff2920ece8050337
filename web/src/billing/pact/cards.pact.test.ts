import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { respondWithProblem, withBody, withQuery } from '@/shared/testing/pact'
import { apiAt, CARD, viewerInteraction, visitorInteraction, withCardId } from '../testing/pact'

const { atLeastOneLike, integer, regex } = MatchersV3

describe('a card', () => {
  it('is entered with a setup secret', async () => {
    const secret = regex('^seti_.+_secret_.+$', 'seti_1_secret_2')
    await viewerInteraction()
      .uponReceiving('a request to save a card')
      .withRequest('POST', '/api/stripe/setup-intent', withBody())
      .willRespondWith(200, response => response.jsonBody({ data: { client_secret: secret } }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).setupIntent()).toMatch(/^seti_/)
      })
  })

  it('that was saved is returned with its brand, last digits and expiry date', async () => {
    const card = {
      id: regex('^pm_.+$', 'pm_1'),
      brand: 'visa',
      last4: '4242',
      exp_month: integer(12),
      exp_year: integer(2032),
      is_default: true,
    }
    await viewerInteraction(CARD)
      .uponReceiving('a request for saved cards')
      .withRequest('GET', '/api/stripe/list-cards', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(card, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).cards())[0]).toMatchObject({ brand: 'visa', last4: '4242' })
      })
  })

  it('is removed', async () => {
    await viewerInteraction(CARD)
      .uponReceiving('a request to remove a card')
      .withRequest('DELETE', withCardId('/api/stripe/cards/pm_1'), withQuery())
      .willRespondWith(204)
      .executeTest(({ url }) => apiAt(url).removeCard('pm_1'))
  })

  it('of another viewer is not found', async () => {
    await viewerInteraction()
      .uponReceiving('a request to remove the card of another viewer')
      .withRequest('DELETE', '/api/stripe/cards/pm_theirs', withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).removeCard('pm_theirs')).rejects.toMatchObject({ status: 404 })
      })
  })

  it('requires a login', async () => {
    await visitorInteraction()
      .uponReceiving('a request by a visitor for cards')
      .withRequest('GET', '/api/stripe/list-cards', withQuery())
      .willRespondWith(401, response => respondWithProblem(response, 401))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).cards()).rejects.toMatchObject({ status: 401 })
      })
  })
})

describe('the customer portal', () => {
  it('has a URL for each viewer', async () => {
    const page = regex('^https?://.+$', 'https://billing.stripe.com/p/session/1')
    await viewerInteraction()
      .uponReceiving('a request for the URL of the billing portal')
      .withRequest('GET', '/api/stripe/customer-portal', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: { url: page } }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).portal()).toMatch(/^https?:/)
      })
  })
})
