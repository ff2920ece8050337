// @vitest-environment jsdom
import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js'
import { configure } from 'mobx'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { CardError } from '../cardInput'
import { createBillingStore } from '../fakes'
import { StripeStore } from './StripeStore'

configure({ enforceActions: 'always' })

const element = {} as StripeCardNumberElement
const scripts = () => [...document.querySelectorAll('script')]

/** What the script puts on the page, as far as we use it. */
const createFakeStripe = () => ({
  createPaymentMethod: vi.fn(async () => ({ paymentMethod: { id: 'pm_1' } }) as object),
  confirmCardSetup: vi.fn(async () => ({ setupIntent: { payment_method: 'pm_2' } }) as object),
  handleNextAction: vi.fn(async () => ({}) as object),
  confirmCardPayment: vi.fn(async () => ({}) as object),
})

let stripe: ReturnType<typeof createFakeStripe>
let createStore: ReturnType<typeof vi.fn>
let store: StripeStore

beforeEach(async () => {
  stripe = createFakeStripe()
  createStore = vi.fn(() => stripe as unknown as Stripe)
  store = new StripeStore(createBillingStore(new FakeServer()).shell, async () => createStore as never)
})

afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
  Reflect.deleteProperty(window, 'Stripe')
})

describe('the provider’s script', () => {
  const shell = createBillingStore(new FakeServer()).shell

  it('is fetched from the address of the deployment, once, with its key', async () => {
    store = new StripeStore(shell)
    const loading = Promise.all([store.load(), store.load()])
    expect(scripts().map(({ src }) => src)).toEqual(['https://pay.example/stripe.js'])
    expect(store.state.kind).toBe('loading')
    Object.assign(window, { Stripe: createStore })
    scripts()[0]?.dispatchEvent(new Event('load'))
    await loading
    expect(store).toMatchObject({ state: { kind: 'ready' }, stripe })
    expect(createStore).toHaveBeenCalledWith('pk_test_1', { locale: 'en' })
  })

  it('that did not load leaves no trace, and is requested again on demand', async () => {
    store = new StripeStore(shell)
    const loading = store.load()
    scripts()[0]?.dispatchEvent(new Event('error'))
    await loading
    expect(store.state.kind).toBe('failed')
    expect(scripts()).toEqual([])
    void store.load()
    expect(scripts()).toHaveLength(1)
  })

  it('that came and brought nothing did not come', async () => {
    store = new StripeStore(shell)
    const loading = store.load()
    scripts()[0]?.dispatchEvent(new Event('load'))
    await loading
    expect(store.state.kind).toBe('failed')
  })

  it('is given up after 30 s, not before', async () => {
    vi.useFakeTimers()
    store = new StripeStore(shell)
    void store.load()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(store.state.kind).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state.kind).toBe('failed')
  })

  it('is not fetched where nothing is sold', async () => {
    store = new StripeStore(createBillingStore(new FakeServer(), { channel: { payments: null } }).shell)
    await store.load()
    expect(scripts()).toEqual([])
    expect(store.state.kind).toBe('idle')
  })
})

describe('a card that is typed in', () => {
  beforeEach(() => store.load())

  it('gets a name for this once, or one that is kept', async () => {
    expect(await store.cardInput(element).createPaymentMethod()).toBe('pm_1')
    expect(await store.cardInput(element).saveWithSetup('seti_1')).toBe('pm_2')
    expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1', { payment_method: { card: element } })
  })

  it('that the provider refuses is a fault in its words', async () => {
    const error = { type: 'card_error', message: 'Your card has expired.' }
    stripe.createPaymentMethod.mockResolvedValue({ error })
    await expect(store.cardInput(element).createPaymentMethod()).rejects.toEqual(
      new CardError('Your card has expired.'),
    )
  })

  it('that failed for a reason of ours is a fault without words', async () => {
    const error = { type: 'invalid_request_error', message: 'No such setup_intent' }
    stripe.confirmCardSetup.mockResolvedValue({ error })
    await expect(store.cardInput(element).saveWithSetup('seti_1')).rejects.toEqual(new CardError(''))
  })
})

describe('the card’s bank', () => {
  it('is asked about a payment, and the script is fetched for that where it is not there', async () => {
    await store.confirmWithBank('pi_1_secret_2')
    expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' })
    expect(stripe.confirmCardPayment).not.toHaveBeenCalled()
  })

  it('is asked about a setup', async () => {
    await store.confirmWithBank('seti_1_secret_2')
    expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_2')
  })

  it('is asked by way of the payment where there is nothing to ask yet', async () => {
    stripe.handleNextAction.mockRejectedValue(new Error('requires_confirmation'))
    await store.confirmWithBank('pi_1_secret_2')
    expect(stripe.confirmCardPayment).toHaveBeenCalledWith('pi_1_secret_2')
  })

  it('may not answer: what came of it, the server knows', async () => {
    stripe.handleNextAction.mockRejectedValue(new Error('no'))
    stripe.confirmCardPayment.mockRejectedValue(new Error('no'))
    await expect(store.confirmWithBank('pi_1_secret_2')).resolves.toBeUndefined()
  })
})
