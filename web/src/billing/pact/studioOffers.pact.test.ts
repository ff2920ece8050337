import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { EMAIL, instantLike, sessionAt, withBody, withQuery } from '@/shared/testing/pact'
import { StudioOffersApi } from '../studioOffersApi'
import { amount, CODE, EVENT, SEASON, SEASON_ORDER, viewerInteraction } from '../testing/pact'

const { atLeastOneLike, boolean, eachLike, integer, like, nullValue, regex, string } = MatchersV3

const apiAt = (host: string) => new StudioOffersApi(sessionAt(host))
const operatorInteraction = () =>
  viewerInteraction()
    .given(...SEASON)
    .given(...SEASON_ORDER)
    .given('an operator', { email: EMAIL })

const offer = {
  kind: regex('^(package|subscription)$', 'package'),
  key: string('asked'),
  name: string('Asked'),
  state: regex('^(on_sale|ended|withdrawn)$', 'on_sale'),
  is_team_pass: boolean(false),
  price: amount,
  currency: string('USD'),
  trial_period: integer(0),
  off_season: nullValue(),
  categories: eachLike(string('hockey'), 0),
  capabilities: atLeastOneLike(string('watch'), 1),
  holders: eachLike({ price: amount, currency: string('USD'), holders: integer(1), renewing: integer(0) }, 0),
}
const coupon = {
  ...{ code: 'TIPOFF20', state: 'active', percent: '20', amount: nullValue(), products: [] },
  ...{ limit: nullValue(), starts_at: nullValue(), ends_at: nullValue(), redemptions: integer(0) },
  is_temporary: false,
}

describe('the offers of the studio', () => {
  it('are listed with their holders', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the offers of the studio')
      .withRequest('GET', '/api/studio/offers', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(offer, 1) }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).offers())[0]?.key).toBe('asked')
      })
  })

  it('that open an event are listed in the order of the shop', async () => {
    const opening = {
      ...{
        kind: regex('^(event|package|subscription)$', 'package'),
        key: string('asked'),
        name: string('Asked'),
      },
      ...{ state: regex('^(on_sale|ended|ends_before|team_not_covered|unavailable)$', 'on_sale') },
      ...{ is_team_pass: boolean(false), price: amount, currency: string('USD'), trial_period: integer(0) },
      off_season: nullValue(),
    }
    await viewerInteraction()
      .given(...SEASON)
      .given('an event', { id: 12, pass_type: 'paid' })
      .given('an operator', { email: EMAIL })
      .uponReceiving('a request for the offers that open an event')
      .withRequest('GET', '/api/studio/events/asked/offers', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: { pass_type: 'paid', availability: 'expected', offers: atLeastOneLike(opening, 1) },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).eventOffers('asked')).offers[0]?.key).toBe('asked')
      })
  })

  it('list the orders that hold one', async () => {
    await operatorInteraction()
      .uponReceiving('a request for the holders of an offer')
      .withRequest('GET', '/api/studio/offers/package/asked/holders', withQuery({ offset: '0' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike({ id: integer(1), viewer: like({ id: integer(5), email: EMAIL }) }, 1),
          meta: { total: integer(1) },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).holders('package', 'asked', 0)).items[0]?.viewer?.email).toBe(EMAIL)
      })
  })

  it('have events with their own price', async () => {
    const event = {
      ...{ key: string('asked'), name: string('Final'), category: string('Hockey'), price: string('8.99') },
      starts_at: instantLike('2026-11-23T19:00:00Z'),
    }
    await viewerInteraction()
      .given(...EVENT)
      .given('an operator', { email: EMAIL })
      .uponReceiving('a request for events with their own price')
      .withRequest(
        'GET',
        '/api/studio/events',
        withQuery({ has_price: 'true', sort_direction: 'desc', offset: '0' }),
      )
      .willRespondWith(200, response =>
        response.jsonBody({ data: atLeastOneLike(event, 1), meta: { total: integer(1) } }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).pricedEvents(0)).items[0]?.price).toBe('8.99')
      })
  })
})

describe('the promo codes of the studio', () => {
  it('are listed with their uses', async () => {
    await viewerInteraction()
      .given(...CODE)
      .given('an operator', { email: EMAIL })
      .uponReceiving('a request for the promo codes')
      .withRequest('GET', '/api/studio/coupons', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: [coupon] }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).coupons())[0]?.percent).toBe('20')
      })
  })

  it('are deactivated if they are temporary', async () => {
    await viewerInteraction()
      .given('a temporary promo code', { code: 'PRESS' })
      .given('an operator', { email: EMAIL })
      .uponReceiving('a request to deactivate a promo code')
      .withRequest('POST', '/api/studio/coupons/PRESS/deactivate', withBody({}))
      .willRespondWith(200, response => response.jsonBody({ data: { code: 'PRESS', state: 'inactive' } }))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).deactivate('PRESS')).resolves.toBeUndefined()
      })
  })
})
