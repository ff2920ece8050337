import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { respondWithProblem, withQuery } from '@/shared/testing/pact'
import {
  amount,
  apiAt,
  EVENT,
  type MONTHLY,
  SEASON,
  SINGLE_EVENT,
  TEAM,
  viewerInteraction,
  visitorInteraction,
} from '../testing/pact'

const { atLeastOneLike, boolean, eachLike, integer, like, nullValue, regex, string } = MatchersV3

const offer = {
  id: integer(31),
  name: string('Asked'),
  description: string('All of it.'),
  price: amount,
  base_price: amount,
  service_fee: amount,
  currency: regex('^[A-Z]{3}$', 'USD'),
  weight: integer(15),
  features: eachLike(string('It')),
  recommended: boolean(false),
  capabilities: eachLike(string('watch')),
  limits: { clips: nullValue(), downloads: nullValue() },
  availability: { live: boolean(true), replay: boolean(true), replay_delay_hours: integer(0), audio_only: boolean(false) },
}
const aPackage = {
  ...offer,
  type: regex('^(event|season|team)$', 'season'),
  event_categories: eachLike(integer(1)),
  is_team_pass: boolean(false),
  price_choice: nullValue(),
}
const season = { ...aPackage, id: 31, type: 'season', is_team_pass: false, offer: 'season' }
const monthly = {
  ...offer,
  id: 7,
  offer: 'monthly',
  period: 'month',
  trial_period: integer(7),
  off_season: nullValue(),
}
const meta = { total: integer(1) }

describe('packages', () => {
  it('are returned in one response', async () => {
    await visitorInteraction(SEASON)
      .uponReceiving('a request for all packages')
      .withRequest('GET', '/api/packages', withQuery({ no_limit: '1' }))
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(aPackage, 1), meta }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).packages())[0]?.event_categories).toEqual([1])
      })
  })

  it('include their access period', async () => {
    await visitorInteraction(SEASON)
      .uponReceiving('a request for a package')
      .withRequest('GET', '/api/packages/31', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({ data: { ...season, days: 200, until: nullValue() } }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).package(31)).toMatchObject({ days: 200, until: null })
      })
  })

  it('that are not on sale are not found', async () => {
    await visitorInteraction()
      .uponReceiving('a request for an unknown package')
      .withRequest('GET', '/api/packages/404404', withQuery())
      .willRespondWith(404, response => respondWithProblem(response, 404))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).package(404404)).rejects.toMatchObject({ status: 404 })
      })
  })
})

describe('subscriptions', () => {
  const TRIED: typeof MONTHLY = ['a subscription', { id: 7, trial_period: 7 }]
  const aSubscription = {
    ...offer,
    offer: string('annual'),
    period: string('annual'),
    trial_period: integer(7),
    off_season: nullValue(),
  }

  it('are returned in one response', async () => {
    await visitorInteraction(TRIED)
      .uponReceiving('a request for all subscriptions')
      .withRequest('GET', '/api/subscriptions', withQuery({ no_limit: '1' }))
      .willRespondWith(200, response => response.jsonBody({ data: atLeastOneLike(aSubscription, 1), meta }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).subscriptions())[0]?.trial_period).toBe(7)
      })
  })

  it('include their period and trial days', async () => {
    await visitorInteraction(TRIED)
      .uponReceiving('a request for a subscription')
      .withRequest('GET', '/api/subscriptions/7', withQuery())
      .willRespondWith(200, response => response.jsonBody({ data: { ...monthly, trial_period: 7 } }))
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).subscription(7)).toMatchObject({ period: 'month', trial_period: 7 })
      })
  })
})

describe('offers', () => {
  const line = { id: integer(33), held: boolean(false) }

  it('for a pay-per-view game are only the game', async () => {
    await viewerInteraction(SINGLE_EVENT, EVENT)
      .uponReceiving('a request for the offers of a game')
      .withRequest('GET', '/api/offers', withQuery({ event_id: '12' }))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            lines: eachLike({ ...line, type: string('event'), id: 12, single_event_package_id: integer(33) }),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).offers({ event_id: 12 })).toMatchObject([{ type: 'event', id: 12 }])
      })
  })

  it('of a channel are its passes and subscriptions', async () => {
    await viewerInteraction(SEASON)
      .uponReceiving('a request for all offers')
      .withRequest('GET', '/api/offers', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            lines: atLeastOneLike(
              {
                ...line,
                type: regex('^(package|subscription)$', 'package'),
                single_event_package_id: nullValue(),
              },
              1,
            ),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).offers({}))[0]).toMatchObject({ type: 'package', held: false })
      })
  })
})

describe('the catalog data in checkout', () => {
  it('includes the package that opens a single game', async () => {
    const side = { id: integer(1), name: string('Harlan Falls'), short_name: string('HFT') }
    await viewerInteraction(SINGLE_EVENT, EVENT)
      .uponReceiving('a request for a game that is on sale')
      .withRequest('GET', '/api/events/12', withQuery())
      .willRespondWith(200, response =>
        response.jsonBody({
          data: {
            id: 12,
            name: string('Harlan Falls @ Cedar Ridge'),
            short_name: string('HFT @ CRG'),
            sport: string('hockey'),
            pass_type: 'ppv',
            participants: atLeastOneLike({ ...side, color: string('#1a5fe0'), images: like({}) }, 2),
            event_utc_ts: integer(1_795_315_200),
            event_category: { id: integer(1), name: string('Boys hockey') },
            base_price: '8.99',
            service_fee: '1.00',
            price: '9.99',
            currency: 'USD',
            single_event_package_id: 33,
            has_access: false,
            access_reason: 'purchase_required',
            stream_status: 'upcoming',
            images: like({}),
          },
        }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).event(12)).single_event_package_id).toBe(33)
      })
  })

  it('includes the teams of a team pass’s category', async () => {
    const query = { event_category_id: '1', no_limit: '1', sort_field: 'name' }
    await viewerInteraction(TEAM)
      .uponReceiving('a request for the teams of a team pass')
      .withRequest('GET', '/api/participants', withQuery(query))
      .willRespondWith(200, response =>
        response.jsonBody({
          data: atLeastOneLike(
            {
              id: integer(70),
              name: string('Amber Plains Owls'),
              short_name: string('APO'),
              images: like({}),
              event_category_id: integer(1),
            },
            3,
          ),
        }),
      )
      .executeTest(async ({ url }) => {
        expect(await apiAt(url).teams(1)).toHaveLength(3)
      })
  })
})
