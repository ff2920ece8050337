import type { StripeConstructor } from '@stripe/stripe-js'
import { vi } from 'vitest'

type Listener = (event: object) => void

/** A fake card field, as a plain input. It is complete at five characters, or three for the security code. */
class FakeCardField {
  private readonly input = document.createElement('input')
  private readonly listeners = new Set<Listener>()

  constructor(private readonly type: string) {
    this.input.setAttribute('aria-label', `provider ${type}`)
    this.input.addEventListener('input', () => this.emitChange())
  }

  mount(container: HTMLElement): void {
    container.append(this.input)
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

/** Create a fake of the payment provider's script, with card fields for typing. */
export function createFakeStripe() {
  const fields = new Map<string, FakeCardField>()
  const elements = {
    create: (type: string) => {
      const field = new FakeCardField(type)
      fields.set(type, field)
      return field
    },
    getElement: (type: string) => fields.get(type) ?? null,
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
  /** Set the global that the script defines. */
  const install = () => vi.stubGlobal('Stripe', (() => stripe) as unknown as StripeConstructor)
  return { ...stripe, install }
}
