import { MatchersV3 } from '@pact-foundation/pact'
import { describe, expect, it } from 'vitest'
import { problem } from '@/shared/testing/pact'
import type { Shown } from './model'
import {
  anOrder,
  answersOrder,
  apiAt,
  aViewer,
  aVisitor,
  CARD,
  CODE,
  EMAIL,
  GAME,
  KEY,
  line,
  MONTHLY,
  ONE_GAME,
  PRICE_CHANGED,
  pays,
  productWith,
  refuses,
  running,
  SEASON,
  type State,
  sends,
  TEAM,
  TEAM_PASS,
  THE_SEASON,
  theCard,
  waiting,
} from './testing/pact'

const { atLeastOneLike, nullValue, string } = MatchersV3

const BUY = '/api/stripe/buy'
const season = { type: 'package', id: 31 } as const
const typed = (card: string): State => ['a saved card', { email: EMAIL, card }]

describe('a purchase', () => {
  it('of a game names the package that opens it', async () => {
    const game = { type: 'event', id: 12, single_event_package_id: 33 } as const
    const bought = productWith({
      id: 12,
      single_event_package_id: 33,
      package_id: nullValue(),
      event_id: 12,
    })
    await aViewer(ONE_GAME, GAME, CARD)
      .uponReceiving('a game that is bought')
      .withRequest('POST', BUY, pays({ ...game, payment_method: theCard }))
      .willRespondWith(
        200,
        answersOrder({ type: 'event', product: bought, total: '9.99', expires_at: nullValue() }),
      )
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).buy({ ...game, payment_method: 'pm_1' }, KEY)).product.event_id).toBe(12)
      })
  })

  it('of a team pass names the team', async () => {
    const pass = { type: 'package', id: 32, participant_id: 70 } as const
    const bought = productWith({ participant_id: 70, participant_name: string('Amber Plains Owls') })
    await aViewer(TEAM_PASS, TEAM, CARD)
      .uponReceiving('a team pass that is bought')
      .withRequest('POST', BUY, pays({ ...pass, payment_method: theCard }))
      .willRespondWith(200, answersOrder({ product: bought, expires_at: nullValue() }))
      .executeTest(async ({ url }) => {
        const { product } = await apiAt(url).buy({ ...pass, payment_method: 'pm_1' }, KEY)
        expect(product.participant_id).toBe(70)
      })
  })

  it('of a subscription renews', async () => {
    const monthly = { type: 'subscription', id: 7 } as const
    await aViewer(MONTHLY, CARD)
      .uponReceiving('a subscription that is bought')
      .withRequest('POST', BUY, pays({ ...monthly, payment_method: theCard }))
      .willRespondWith(200, answersOrder({}, running))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).buy({ ...monthly, payment_method: 'pm_1' }, KEY)).auto_renewal).toBe(
          'active',
        )
      })
  })

  it('with a promo code costs less', async () => {
    const shown = { promo_code: 'TIPOFF20', total: '33.49' }
    const told = { ...shown, discount: '8.00' }
    await aViewer(SEASON, CODE, CARD)
      .uponReceiving('a package that is bought with a promo code')
      .withRequest('POST', BUY, pays({ ...season, payment_method: theCard, ...shown }))
      .willRespondWith(200, answersOrder(told))
      .executeTest(async ({ url }) => {
        const asked = { ...season, payment_method: 'pm_1', ...shown }
        expect(await apiAt(url).buy(asked, KEY)).toMatchObject(told)
      })
  })

  it('with a card that is declined fails, and says why', async () => {
    const failure_message = 'Your card was declined.'
    const lost = { ...line, status: 'failed', receipt_url: nullValue() }
    const failed = {
      status: 'failed',
      activity_status: 'inactive',
      starts_at: nullValue(),
      expires_at: nullValue(),
      failure_message,
      transactions: atLeastOneLike(lost, 1),
    }
    await aViewer(SEASON)
      .uponReceiving('a package that is bought with a card that is declined')
      .withRequest('POST', BUY, pays({ ...season, payment_method: 'pm_card_chargeDeclined' }))
      .willRespondWith(200, answersOrder(failed))
      .executeTest(async ({ url }) => {
        const order = await apiAt(url).buy({ ...season, payment_method: 'pm_card_chargeDeclined' }, KEY)
        expect(order).toMatchObject({ status: 'failed', failure_message })
      })
  })

  it('waits where the bank wants to hear from the viewer', async () => {
    await aViewer(SEASON, typed('authenticationRequired'))
      .uponReceiving('a package that is bought with a card that asks the bank')
      .withRequest('POST', BUY, pays({ ...season, payment_method: theCard }))
      .willRespondWith(200, answersOrder(waiting))
      .executeTest(async ({ url }) => {
        const { payment } = await apiAt(url).buy({ ...season, payment_method: 'pm_1' }, KEY)
        expect(payment.requires_action).toBe(true)
      })
  })

  it('goes on once the bank has heard', async () => {
    const begun = anOrder({ ...season, card: 'authenticationRequired' })
    await aViewer(SEASON, begun, ['an answer to the bank', { email: EMAIL }])
      .uponReceiving('an order that the bank has heard of')
      .withRequest('POST', '/api/orders/1/pay', sends())
      .willRespondWith(200, answersOrder({ id: 1 }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).pay(1)).status).toBe('paid')
      })
  })

  it('is paid with another card while the bank is waited for', async () => {
    const begun = anOrder({ ...season, card: 'authenticationRequired' })
    await aViewer(SEASON, begun, CARD)
      .uponReceiving('an order that another card pays')
      .withRequest('POST', '/api/orders/1/pay', sends({ payment_method: theCard }))
      .willRespondWith(200, answersOrder({ id: 1 }))
      .executeTest(async ({ url }) => {
        expect((await apiAt(url).pay(1, 'pm_1')).status).toBe('paid')
      })
  })

  it.each<[string, string, State[], Parameters<ReturnType<typeof apiAt>['buy']>[0]]>([
    ['is held already', 'You already bought this package.', [SEASON, THE_SEASON], season],
    [
      'is a team’s without the team',
      'Package is TeamPass but team not selected',
      [TEAM_PASS],
      { type: 'package', id: 32 },
    ],
    ['is a game without its package', 'id not selected', [ONE_GAME, GAME], { type: 'event', id: 12 }],
    ['has a wrong promo code', 'Wrong promo code', [SEASON], { ...season, promo_code: 'NOTHING' }],
  ])('of what %s is refused', async (what, message, states, wish) => {
    const asked = { ...wish, payment_method: 'pm_card_visa' }
    await aViewer(...states)
      .uponReceiving(`a purchase that ${what}`)
      .withRequest('POST', BUY, pays(asked))
      .willRespondWith(400, refuses(message))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(asked, KEY)).rejects.toMatchObject({ status: 400, message })
      })
  })

  it.each<[string, Partial<Shown>, State, Parameters<ReturnType<typeof apiAt>['buy']>[0]]>([
    ['charges', { total: '31.49' }, SEASON, season],
    ['renews for', { total: '9.99', renewal: '8.99' }, MONTHLY, { type: 'subscription', id: 7 }],
  ])('that %s something else than the page shows is refused', async (what, shown, state, wish) => {
    const asked = { ...wish, payment_method: 'pm_card_visa', ...shown }
    await aViewer(state)
      .uponReceiving(`a purchase that ${what} something else than the page shows`)
      .withRequest('POST', BUY, pays(asked))
      .willRespondWith(400, refuses(PRICE_CHANGED.message, PRICE_CHANGED.code))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(asked, KEY)).rejects.toMatchObject(PRICE_CHANGED)
      })
  })

  it('without a card is refused', async () => {
    const message = 'Please select one of your saved cards or enter new one'
    await aViewer(SEASON)
      .uponReceiving('a purchase without a card')
      .withRequest('POST', BUY, pays(season))
      .willRespondWith(400, refuses(message))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(season, KEY)).rejects.toMatchObject({ message })
      })
  })

  it('of who is not logged in is refused', async () => {
    const asked = { ...season, payment_method: 'pm_card_visa' }
    await aVisitor(SEASON)
      .uponReceiving('a purchase of a visitor')
      .withRequest('POST', BUY, pays(asked))
      .willRespondWith(401, answer => problem(answer, 401))
      .executeTest(async ({ url }) => {
        await expect(apiAt(url).buy(asked, KEY)).rejects.toMatchObject({ status: 401 })
      })
  })
})
