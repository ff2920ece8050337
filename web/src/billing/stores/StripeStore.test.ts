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

/** The parts of the Stripe object that the store uses. */
const createFakeStripe = () => ({
  createPaymentMethod: vi.fn(async () => ({ paymentMethod: { id: 'pm_1' } }) as object),
  confirmCardSetup: vi.fn(async () => ({ setupIntent: { payment_method: 'pm_2' } }) as object),
  handleNextAction: vi.fn(async () => ({}) as object),
  confirmCardPayment: vi.fn(async () => ({}) as object),
})

let stripe: ReturnType<typeof createFakeStripe>
let createStripe: ReturnType<typeof vi.fn>
let store: StripeStore

beforeEach(async () => {
  stripe = createFakeStripe()
  createStripe = vi.fn(() => stripe as unknown as Stripe)
  store = new StripeStore(createBillingStore(new FakeServer()).shell, async () => createStripe as never)
})

afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
  Reflect.deleteProperty(window, 'Stripe')
})

describe('the provider’s script', () => {
  const shell = createBillingStore(new FakeServer()).shell

  it('is loaded once from the configured address, and initialized with the key', async () => {
    store = new StripeStore(shell)
    const loading = Promise.all([store.load(), store.load()])
    expect(scripts().map(({ src }) => src)).toEqual(['https://pay.example/stripe.js'])
    expect(store.state.kind).toBe('loading')
    Object.assign(window, { Stripe: createStripe })
    scripts()[0]?.dispatchEvent(new Event('load'))
    await loading
    expect(store).toMatchObject({ state: { kind: 'ready' }, stripe })
    expect(createStripe).toHaveBeenCalledWith('pk_test_1', { locale: 'en' })
  })

  it('is removed if it did not load, and can be requested again', async () => {
    store = new StripeStore(shell)
    const loading = store.load()
    scripts()[0]?.dispatchEvent(new Event('error'))
    await loading
    expect(store.state.kind).toBe('failed')
    expect(scripts()).toEqual([])
    void store.load()
    expect(scripts()).toHaveLength(1)
  })

  it('fails if it loads without defining Stripe', async () => {
    store = new StripeStore(shell)
    const loading = store.load()
    scripts()[0]?.dispatchEvent(new Event('load'))
    await loading
    expect(store.state.kind).toBe('failed')
  })

  it('times out after 30 s', async () => {
    vi.useFakeTimers()
    store = new StripeStore(shell)
    void store.load()
    await vi.advanceTimersByTimeAsync(29_999)
    expect(store.state.kind).toBe('loading')
    await vi.advanceTimersByTimeAsync(1)
    expect(store.state.kind).toBe('failed')
  })

  it('is not loaded if payments are switched off', async () => {
    store = new StripeStore(createBillingStore(new FakeServer(), { channel: { payments: null } }).shell)
    await store.load()
    expect(scripts()).toEqual([])
    expect(store.state.kind).toBe('idle')
  })
})

describe('a new card', () => {
  beforeEach(() => store.load())

  it('returns a payment method for one use, or one that is saved', async () => {
    expect(await store.cardInput(element).createPaymentMethod()).toBe('pm_1')
    expect(await store.cardInput(element).saveWithSetup('seti_1')).toBe('pm_2')
    expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1', { payment_method: { card: element } })
  })

  it('that the provider declines throws an error with its message', async () => {
    const error = { type: 'card_error', message: 'Your card has expired.' }
    stripe.createPaymentMethod.mockResolvedValue({ error })
    await expect(store.cardInput(element).createPaymentMethod()).rejects.toEqual(
      new CardError('Your card has expired.'),
    )
  })

  it('that fails for an internal reason throws an error without a message', async () => {
    const error = { type: 'invalid_request_error', message: 'No such setup_intent' }
    stripe.confirmCardSetup.mockResolvedValue({ error })
    await expect(store.cardInput(element).saveWithSetup('seti_1')).rejects.toEqual(new CardError(''))
  })
})

describe('a bank confirmation', () => {
  it('handles a payment, and loads the script if needed', async () => {
    await store.confirmWithBank('pi_1_secret_2')
    expect(stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'pi_1_secret_2' })
    expect(stripe.confirmCardPayment).not.toHaveBeenCalled()
  })

  it('handles a setup', async () => {
    await store.confirmWithBank('seti_1_secret_2')
    expect(stripe.confirmCardSetup).toHaveBeenCalledWith('seti_1_secret_2')
  })

  it('confirms the payment first if there is no action yet', async () => {
    stripe.handleNextAction.mockRejectedValue(new Error('requires_confirmation'))
    await store.confirmWithBank('pi_1_secret_2')
    expect(stripe.confirmCardPayment).toHaveBeenCalledWith('pi_1_secret_2')
  })

  it('ignores errors, because the server knows the result', async () => {
    stripe.handleNextAction.mockRejectedValue(new Error('no'))
    stripe.confirmCardPayment.mockRejectedValue(new Error('no'))
    await expect(store.confirmWithBank('pi_1_secret_2')).resolves.toBeUndefined()
  })
})
