import type { StripeConstructor } from '@stripe/stripe-js'
import { vi } from 'vitest'

type Listener = (event: object) => void

/** A field of the provider as a plain input of this page: full at five characters, or three where less is asked. */
class FakeCardField {
  private readonly input = document.createElement('input')
  private readonly listeners = new Set<Listener>()

  constructor(private readonly type: string) {
    this.input.setAttribute('aria-label', `provider ${type}`)
    this.input.addEventListener('input', () => this.emitChange())
  }

  mount(place: HTMLElement): void {
    place.append(this.input)
  }

  on(name: string, listener: Listener): void {
    if (name === 'change') this.listeners.add(listener)
  }

  off(_name: string, listener: Listener): void {
    this.listeners.delete(listener)
  }

  focus(): void {
    this.input.focus()
  }

  update(): void {}

  destroy(): void {
    this.input.remove()
  }

  private emitChange(): void {
    const { value } = this.input
    const error = value === 'wrong' ? { message: `Your ${this.type} is invalid.` } : undefined
    const complete = !error && value.length >= (this.type === 'cardCvc' ? 3 : 5)
    for (const listener of this.listeners)
      listener({ elementType: this.type, complete, empty: value === '', error })
  }
}

/** The provider's script for tests, with card fields that can be typed into. */
export function createFakeStripe() {
  const made = new Map<string, FakeCardField>()
  const elements = {
    create: (type: string) => {
      const field = new FakeCardField(type)
      made.set(type, field)
      return field
    },
    getElement: (type: string) => made.get(type) ?? null,
    update: vi.fn(),
  }
  const stripe = {
    elements: () => elements,
    updated: elements.update,
    createToken: vi.fn(),
    createPaymentMethod: vi.fn(async () => ({ paymentMethod: { id: 'pm_taken' } }) as object),
    confirmCardSetup: vi.fn(async () => ({ setupIntent: { payment_method: 'pm_kept' } }) as object),
    confirmCardPayment: vi.fn(async () => ({}) as object),
    handleNextAction: vi.fn(async () => ({}) as object),
  }
  /** Puts it where the script would. */
  const install = () => vi.stubGlobal('Stripe', (() => stripe) as unknown as StripeConstructor)
  return { ...stripe, install }
}
