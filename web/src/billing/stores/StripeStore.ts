import type { Stripe, StripeCardNumberElement, StripeConstructor } from '@stripe/stripe-js'
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx'
import { REQUEST_TIMEOUT_MS } from '@/shared/constants'
import type { Api } from '@/shared/http/session'
import { loadScript } from '@/shared/loading/loadScript'
import { withTimeout } from '@/shared/loading/withTimeout'
import type { BillingStore } from '../BillingStore'
import { CardError, type CardInput } from '../cardInput'

/** Loads the payment provider's script and returns its constructor. */
export type LoadScript = (url: string) => Promise<StripeConstructor>

const noop = () => undefined

type StripeResult = { error?: { type: string; message?: string } }

/** Types of errors with a message for the viewer. Other messages are for developers. */
const VIEWER_ERROR_TYPES = ['card_error', 'validation_error', 'api_connection_error']

/** The load state of the payment provider's script. */
type StripeState =
  | { readonly kind: 'idle' | 'loading' | 'failed' }
  | { readonly kind: 'ready'; readonly stripe: Stripe }

/** The payment provider's script: its card fields and the confirmation by the card's bank (3-D Secure). */
export class StripeStore {
  state: StripeState = { kind: 'idle' }
  private loading: Promise<void> | null = null

  constructor(
    private readonly shell: Pick<BillingStore['shell'], 'channel' | 'language'>,
    private readonly loadScript: LoadScript = loadStripe,
  ) {
    makeObservable(this, { state: observableRef, stripe: computed, reset: action })
  }

  /** The payment provider's client, or null until the script loads. */
  get stripe(): Stripe | null {
    return this.state.kind === 'ready' ? this.state.stripe : null
  }

  /** Load the script once. After a failure, the next call tries again. */
  load(): Promise<void> {
    this.loading ??= this.loadProvider().finally(() => {
      if (this.state.kind !== 'ready') this.loading = null
    })
    return this.loading
  }

  /** The language of the card fields. They keep their input when it changes. */
  get locale(): 'en' | 'fr-CA' {
    return this.shell.language.current === 'fr' ? 'fr-CA' : 'en'
  }

  /** Return the card that the viewer types into the form of `element`. */
  cardInput(element: StripeCardNumberElement): CardInput {
    return {
      createPaymentMethod: async () => {
        const result = await this.requireStripe.createPaymentMethod({ type: 'card', card: element })
        return requireId(result, result.paymentMethod)
      },
      saveWithSetup: async secret => {
        const result = await this.requireStripe.confirmCardSetup(secret, {
          payment_method: { card: element },
        })
        return requireId(result, result.setupIntent?.payment_method)
      },
    }
  }

  /** Let the card's bank confirm the payment or setup of a client secret. The server knows the result. */
  async confirmWithBank(secret: string): Promise<void> {
    await this.load()
    const { stripe } = this
    if (!stripe) return
    if (secret.startsWith('seti_')) await stripe.confirmCardSetup(secret).catch(noop)
    else {
      // handleNextAction fails if the payment is not confirmed yet. Confirm it first in this case.
      const confirmPayment = () => stripe.confirmCardPayment(secret)
      await stripe.handleNextAction({ clientSecret: secret }).catch(confirmPayment).catch(noop)
    }
  }

  /** Reset for another viewer. The new fields keep no input of the old ones. */
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
      const createStripe = await withTimeout(this.loadScript(payments.script), REQUEST_TIMEOUT_MS)
      const stripe = createStripe(payments.publishable_key, { locale: this.locale })
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

/**
 * Return the ID in a result of the payment provider.
 *
 * @throws CardError with the provider's message if it is for viewers, else with an empty message.
 */
function requireId({ error }: StripeResult, item: { id: string } | string | null | undefined): string {
  const id = typeof item === 'string' ? item : item?.id
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
