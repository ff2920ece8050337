import { runInAction } from 'mobx'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { flushPromises } from '@/shared/testing/FakeClock'
import { listResponse } from '@/shared/testing/fakes'
import type { CardInput } from '../cardInput'
import { aBuyableEvent, anOfferLine, anOrder, aSubscription, offersResponse } from '../fakes'
import {
  BUY,
  billing,
  COUPON,
  defaultCard,
  discount,
  open,
  otherCard,
  requestsTo,
  server,
  store,
} from '../testing/checkoutStore'
import { NEW_CARD } from './CheckoutStore'

let cardInput: { [Name in keyof CardInput]: ReturnType<typeof vi.fn<CardInput[Name]>> }

beforeEach(() => {
  cardInput = {
    createPaymentMethod: vi.fn(async () => 'pm_taken'),
    saveWithSetup: vi.fn(async () => 'pm_kept'),
  }
})

describe('the item to buy', () => {
  it('is one of a game’s purchase options, initially the one in the address', async () => {
    await open('?event_id=12&single_event_package_id=70')
    expect(store.selection.items.map(({ key }) => key)).toEqual([
      'event 12',
      'package 4',
      'package 3',
      'subscription 2',
    ])
    expect(store.selection.item?.key).toBe('event 12')
    store.select('package 3')
    expect(store.selection.purchase).toEqual({ type: 'package', id: 3 })
    expect(store.total).toBe('41.49')
  })

  it('is the only one if the viewer came from the list of passes', async () => {
    await open('?package_id=3')
    expect(store.selection.items.map(({ key }) => key)).toEqual(['package 3'])
    expect(server.paths).not.toContain('/api/packages/3')
  })

  it('is requested if the start-up data did not include it', async () => {
    server.on('/api/offers', offersResponse([anOfferLine({ type: 'subscription', id: 8 })]))
    server.on('/api/subscriptions/8', { json: { data: aSubscription(8) } })
    await open('?subscription_id=8')
    expect(store.selection.item?.key).toBe('subscription 8')
  })

  it('is empty if the address contains no known item', async () => {
    for (const search of ['', '?package_id=99', '?participant_id=7']) {
      server.on('/api/packages/99', { status: 404 })
      await open(search)
      expect(store.selection, search).toMatchObject({ item: null, lookup: { state: { kind: 'loaded' } } })
    }
  })

  it('stays unknown until the server responds', async () => {
    server.on('/api/events/12', { status: 502 }, { json: { data: aBuyableEvent(12) } })
    await open('?event_id=12')
    expect(store.selection).toMatchObject({ item: null, lookup: { error: { status: 502 } } })
    await store.selection.load()
    expect(store.selection).toMatchObject({ item: { key: 'event 12' }, lookup: { error: null } })
  })

  it('follows a new address, without the earlier selection', async () => {
    await open('?event_id=12')
    store.select('package 4')
    store.selectTeam(2)
    await store.open('?subscription_id=2')
    expect(store.selection.items.map(({ key }) => key)).toEqual(['subscription 2'])
  })
})

describe('a team pass', () => {
  it('is for one of the two teams of its game', async () => {
    await open('?event_id=12&package_id=4')
    expect(store.selection.teams.map(({ id }) => id)).toEqual([1, 2])
    store.selectTeam(2)
    expect(store.selection.purchase).toEqual({ type: 'package', id: 4, participant_id: 2 })
  })

  it('is for any team of its categories, or for the one in the address', async () => {
    await open('?package_id=4&participant_id=7')
    expect(requestsTo('/api/participants')[0]?.query).toMatchObject({ event_category_id: '1', no_limit: '1' })
    expect(store.selection).toMatchObject({ teamId: 7, teams: { length: 3 } })
    await open('?package_id=4&participant_id=99')
    expect(store.selection.teamId).toBeNull()
  })

  it('cannot be bought without a team', async () => {
    await open('?package_id=4')
    await store.pay(null)
    expect(store.missing).toEqual({ team: { code: 'errors.team_not_selected' } })
    expect(requestsTo(BUY)).toEqual([])
    store.selectTeam(1)
    expect(store.missing.team).toBeUndefined()
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ participant_id: 1 })
  })
})

describe('the card', () => {
  it('is the default one unless another is chosen', async () => {
    await open('?event_id=12')
    expect(store.cardId).toBe('pm_used')
    store.selectCard('pm_other')
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_other' })
  })

  it('is a new one if the viewer has none', async () => {
    server.on('/api/stripe/list-cards', listResponse([]))
    await open('?event_id=12')
    expect(store.cardId).toBe(NEW_CARD)
  })

  it('is the first saved one if none is the default', async () => {
    server.on('/api/stripe/list-cards', listResponse([otherCard]))
    await open('?event_id=12')
    expect(store.cardId).toBe('pm_other')
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_other' })
  })

  it('must be entered if a new one is chosen', async () => {
    await open('?event_id=12')
    store.selectCard(NEW_CARD)
    await store.pay(null)
    expect(store.missing.card?.code).toBe('errors.card')
    expect(requestsTo(BUY)).toEqual([])
  })

  it('is saved for next time when it is new', async () => {
    await open('?event_id=12')
    store.selectCard(NEW_CARD)
    await store.pay(cardInput)
    expect(cardInput.saveWithSetup).toHaveBeenCalledWith('seti_1_secret_2')
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_kept' })
  })

  it('is used once if the viewer does not save it', async () => {
    await open('?event_id=12')
    store.selectCard(NEW_CARD)
    store.setSaveCard(false)
    await store.pay(cardInput)
    expect(requestsTo('/api/stripe/setup-intent')).toEqual([])
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ payment_method: 'pm_taken' })
  })

  it('of a subscription is always saved', async () => {
    await open('?subscription_id=2', { hasUsedTrial: true })
    store.selectCard(NEW_CARD)
    store.setSaveCard(false)
    await store.pay(cardInput)
    expect(cardInput.saveWithSetup).toHaveBeenCalled()
    expect(cardInput.createPaymentMethod).not.toHaveBeenCalled()
  })

  it('that was declined clears its error when another is chosen', async () => {
    server.on(BUY, { status: 400, json: { message: 'No such card' } })
    await open('?event_id=12')
    await store.pay(null)
    expect(store.payment.errorMessage?.text).toBe('No such card')
    store.selectCard('pm_other')
    expect(store.payment.errorMessage).toBeNull()
  })

  it('that was removed is no longer chosen', async () => {
    server.on('/api/stripe/cards/pm_other', { status: 204 })
    await open('?event_id=12')
    store.selectCard('pm_other')
    server.on('/api/stripe/list-cards', listResponse([defaultCard]))
    expect(await store.cards.remove('pm_other')).toBe(true)
    expect(store.cardId).toBe('pm_used')
  })
})

describe('a promo code', () => {
  it('reduces the price, and is sent with the order', async () => {
    await open('?event_id=12')
    store.coupon.change(' TIPOFF20 ')
    await store.applyCode()
    const query = { promo_code: 'TIPOFF20', type: 'event', id: '12', single_event_package_id: '70' }
    expect(requestsTo(COUPON)[0]?.query).toMatchObject(query)
    expect(store.total).toBe('8.74')
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ promo_code: 'TIPOFF20' })
  })

  it('that is wrong does not change the price', async () => {
    server.on(COUPON, { status: 400, json: { code: 'errors.promo_code', message: 'Wrong promo code' } })
    await open('?event_id=12')
    store.coupon.change('TIPOF')
    await store.applyCode()
    expect(store.coupon).toMatchObject({
      applied: null,
      form: { errorMessage: { code: 'errors.promo_code' } },
    })
    expect(store.total).toBe('10.74')
  })

  it('that was not applied is applied first, so that the viewer sees the price they pay', async () => {
    await open('?event_id=12')
    store.coupon.change('TIPOFF20')
    await store.pay(null)
    expect(requestsTo(BUY)).toEqual([])
    expect(store.total).toBe('8.74')
    await store.pay(null)
    expect(requestsTo(BUY)).toHaveLength(1)
  })

  it('is checked again when another item is chosen', async () => {
    await open('?event_id=12')
    store.coupon.change('TIPOFF20')
    await store.applyCode()
    server.on(COUPON, { status: 400, json: { code: 'errors.promo_code', message: 'Wrong promo code' } })
    store.select('package 3')
    expect(store.total).toBe('41.49')
    await flushPromises()
    expect(requestsTo(COUPON)[1]?.query).toMatchObject({ type: 'package', id: '3' })
    expect(store.coupon.form.errorMessage?.code).toBe('errors.promo_code')
  })

  it('ignores a late response for an earlier code', async () => {
    await open('?event_id=12')
    store.coupon.change('TIPOFF20')
    const late = store.applyCode()
    store.coupon.change('OTHER')
    await late
    expect(store.coupon.applied).toBeNull()
  })

  it('that covers the full price needs no payment method', async () => {
    server
      .on('/api/stripe/list-cards', listResponse([]))
      .on(COUPON, { json: { data: { ...discount, discount: '9.99', service_fee: '0.00', total: '0.00' } } })
    await open('?event_id=12')
    store.coupon.change('FREE')
    await store.applyCode()
    expect(store.isFree).toBe(true)
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).not.toHaveProperty('payment_method')
    expect(store.payment.state.kind).toBe('success')
  })

  it('can be removed', async () => {
    await open('?event_id=12')
    store.coupon.change('TIPOFF20')
    await store.applyCode()
    store.coupon.remove()
    expect(store.total).toBe('10.74')
  })
})

describe('a free trial', () => {
  const TRIAL = '/api/stripe/subscription/start_trial'
  const began = { json: { data: anOrder(9, { type: 'subscription', total: '0.00', trial_days: 7 }) } }

  it('starts a subscription', async () => {
    server.on(TRIAL, began)
    await open('?subscription_id=2')
    expect(store.selection.trialDays).toBe(7)
    expect(store.total).toBe('0.00')
    await store.pay(null)
    expect(requestsTo(TRIAL)[0]?.body).toMatchObject({ subscription_id: 2, payment_method: 'pm_used' })
    expect(requestsTo(BUY)).toEqual([])
  })

  it('is not offered to a viewer who has used it', async () => {
    await open('?subscription_id=2', { hasUsedTrial: true })
    expect(store.selection.offeredTrialDays).toBe(0)
    expect(store.total).toBe('89.99')
    await store.pay(null)
    expect(requestsTo(BUY)[0]?.body).toMatchObject({ type: 'subscription', id: 2 })
  })

  it('can be declined, for example to use a promo code', async () => {
    await open('?subscription_id=2')
    store.selection.setTrial(false)
    expect(store.selection).toMatchObject({ trialDays: 0, offeredTrialDays: 7 })
    expect(store.total).toBe('89.99')
  })

  it('is no longer offered if the server rejects it as used', async () => {
    server.on(TRIAL, {
      status: 400,
      json: { code: 'errors.trial_used', message: 'You have already used your free trial.' },
    })
    await open('?subscription_id=2')
    await store.pay(null)
    expect(store.payment.errorMessage?.code).toBe('errors.trial_used')
    expect(store.selection.offeredTrialDays).toBe(0)
  })
})

describe('the item opened next', () => {
  it('does not show the error of the previous one', async () => {
    server.on(BUY, {
      status: 400,
      json: { code: 'errors.already_bought', message: 'You already bought this event.' },
    })
    await open('?event_id=12')
    await store.pay(null)
    expect(store.payment.errorMessage?.code).toBe('errors.already_bought')
    await store.open('?subscription_id=2')
    expect(store.payment.state).toEqual({ kind: 'idle' })
  })

  it('is for sale at once, and the abandoned payment is not sent again', async () => {
    vi.useFakeTimers()
    server.on(BUY, { status: 503 })
    await open('?event_id=12')
    const paying = store.pay(null)
    await vi.runAllTimersAsync()
    await paying
    vi.useRealTimers()
    expect(store.payment.state.kind).toBe('unconfirmed')
    const sent = requestsTo(BUY).length
    await store.open('?package_id=3')
    expect(store.payment.state.kind).toBe('idle')
    await store.open('?event_id=12')
    expect(store.payment.state.kind).toBe('unconfirmed')
    expect(requestsTo(BUY)).toHaveLength(sent)
    server.on(BUY, { json: { data: anOrder(9) } })
    await store.payment.retry()
    expect(store.payment.state.kind).toBe('success')
  })

  it('does not stop a payment in progress', async () => {
    await open('?event_id=12')
    const paying = store.pay(null)
    await store.open('?package_id=3')
    await paying
    expect(store.payment).toMatchObject({ state: { kind: 'success', order: { id: 9 } } })
  })
})

describe('a finished purchase', () => {
  it('notifies the page, and is not shown again when the viewer returns', async () => {
    await open('?event_id=12')
    const listener = vi.fn()
    billing.onPaid(listener)
    await store.pay(null)
    expect(listener).toHaveBeenCalledTimes(1)
    expect(store.payment.state.kind).toBe('success')
    store.leave()
    await store.open('?event_id=12')
    expect(store.payment.state.kind).toBe('idle')
  })

  it('leaves no data for the next viewer', async () => {
    await open('?event_id=12')
    store.selectCard('pm_other')
    store.coupon.change('TIPOFF20')
    store.reset()
    expect(store.coupon.typedCode).toBe('')
    runInAction(() => store.cards.reset())
    expect(store.selection.item).toBeNull()
    expect(store.cardId).toBe(NEW_CARD)
  })
})
