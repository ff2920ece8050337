import type { Stripe, StripeCardNumberElement, StripeConstructor } from '@stripe/stripe-js'
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { REQUEST_TIMEOUT_MS } from '@/shared/constants'
import type { Api } from '@/shared/http/session'
import { loadScript } from '@/shared/loading/loadScript'
import { withTimeout } from '@/shared/loading/withTimeout'
import type { BillingStore } from '../BillingStore'
import { CardError, type CardInput } from '../cardInput'

/** Fetches the provider's script from its address and answers with what it puts on the page. */
export type LoadScript = (address: string) => Promise<StripeConstructor>

const noop = () => undefined

type StripeResult = { error?: { type: string; message?: string } }

/** Errors whose words are for whoever typed the card; the others speak to those who build the page. */
const VIEWER_ERROR_TYPES = ['card_error', 'validation_error', 'api_connection_error']

/** Whether the provider's script is on the page. */
type StripeState =
  | { readonly kind: 'idle' | 'loading' | 'failed' }
  | { readonly kind: 'ready'; readonly stripe: Stripe }

/** The provider's script in this browser: its card fields, and the question to a card's bank (3-D Secure). */
export class StripeStore {
  state: StripeState = { kind: 'idle' }
  private loading: Promise<void> | null = null

  constructor(
    private readonly shell: Pick<BillingStore['shell'], 'channel' | 'language'>,
    private readonly loadScript: LoadScript = loadStripe,
  ) {
    makeObservable(this, { state: observableRef, stripe: computed, reset: action })
  }

  /** What the script put on the page; null until it is there. */
  get stripe(): Stripe | null {
    return this.state.kind === 'ready' ? this.state.stripe : null
  }

  /** Sees to it that the script is there; after a failure the next call tries again. */
  load(): Promise<void> {
    this.loading ??= this.loadProvider().finally(() => {
      if (this.state.kind !== 'ready') this.loading = null
    })
    return this.loading
  }

  /** The language of the fields; they change to another one with what is typed in them. */
  get locale(): 'en' | 'fr-CA' {
    return this.shell.language.current === 'fr' ? 'fr-CA' : 'en'
  }

  /** What is typed into the fields of `element`'s form. */
  cardInput(element: StripeCardNumberElement): CardInput {
    return {
      createPaymentMethod: async () => {
        const made = await this.requireStripe.createPaymentMethod({ type: 'card', card: element })
        return requireId(made, made.paymentMethod)
      },
      saveWithSetup: async secret => {
        const kept = await this.requireStripe.confirmCardSetup(secret, { payment_method: { card: element } })
        return requireId(kept, kept.setupIntent?.payment_method)
      },
    }
  }

  /** Asks the card's bank about the payment or setup behind a secret. What came of it the server knows. */
  async confirmWithBank(secret: string): Promise<void> {
    await this.load()
    const { stripe } = this
    if (!stripe) return
    if (secret.startsWith('seti_')) await stripe.confirmCardSetup(secret).catch(noop)
    else {
      // It throws where there is nothing to ask yet: the payment itself comes first then.
      const unasked = () => stripe.confirmCardPayment(secret)
      await stripe.handleNextAction({ clientSecret: secret }).catch(unasked).catch(noop)
    }
  }

  /** Another viewer: the fields are made anew, and nothing that was typed stays. */
  reset(): void {
    this.state = { kind: 'idle' }
    this.loading = null
  }

  private get requireStripe(): Stripe {
    if (!this.stripe) throw new CardError('')
    return this.stripe
  }

  private async loadProvider(): Promise<void> {
    const { payments } = this.shell.channel
    if (!payments) return
    this.setState({ kind: 'loading' })
    try {
      const make = await withTimeout(this.loadScript(payments.script), REQUEST_TIMEOUT_MS)
      const stripe = make(payments.publishable_key, { locale: this.locale })
      this.setState({ kind: 'ready', stripe })
    } catch {
      this.setState({ kind: 'failed' })
    }
  }

  private setState(state: StripeState): void {
    runInAction(() => {
      this.state = state
    })
  }
}

/** @throws CardFault in the provider's words, where those are for a viewer. */
function requireId({ error }: StripeResult, made: { id: string } | string | null | undefined): string {
  const id = typeof made === 'string' ? made : made?.id
  if (id && !error) return id
  throw new CardError(error && VIEWER_ERROR_TYPES.includes(error.type) ? error.message : '')
}

/** Load the provider's script once per page. */
async function loadStripe(url: string): Promise<StripeConstructor> {
  if (!window.Stripe) await loadScript(url)
  if (!window.Stripe) throw new Error('The payment provider did not load')
  return window.Stripe
}

export const stripeStore = (_api: Api, { shell }: BillingStore) => new StripeStore(shell)
