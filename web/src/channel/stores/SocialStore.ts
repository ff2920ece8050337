import { action, computed, makeObservable, observableRef } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form, TRANSIENT_ERRORS } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import type { LogInResult } from '../model'
import { ALREADY_LOGGED_IN } from './alreadyLoggedIn'

/** The code for a viewer without an account on this channel (§8). */
const NOT_REGISTERED = 'errors.not_registered'

/** Under this name the browser remembers which provider's button was pressed, as long as a return is taken. */
const DEPARTURE_KEY = 'social_departure'
const DEPARTURE_LIFETIME_MS = 10 * 60_000

/** What a provider sends back with the viewer; good for one log-in, and for ten minutes of deciding. */
export interface ProviderCallback {
  provider: string
  code: string
  state: string
}

/**
 * How far a log-in is. `ready`: somebody is back who did not set out from this browser a moment ago, and has to press
 * a button.
 */
type SocialState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'ready' | 'entering' | 'newcomer' | 'password' | 'code'
      readonly callback: ProviderCallback
    }
  /** `isUnavailable`: the provider does not answer at the moment; otherwise it said no, or the viewer did. */
  | { readonly kind: 'refused'; readonly isUnavailable: boolean }

/** Log-in and registration through a social provider: the way there, and what they come back with (§2, §7). */
export class SocialStore {
  readonly form = new Form({ accept_terms: false, password: '', second_factor_code: '' })
  state: SocialState = { kind: 'idle' }

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'logIn' | 'identify'>,
    private readonly storage: Pick<ChannelShell['storage'], 'get' | 'set' | 'remove'>,
  ) {
    makeObservable<SocialStore, 'completeLogIn' | 'setState'>(this, {
      state: observableRef,
      isStepQuestion: computed,
      handleProviderError: action,
      completeLogIn: action,
      setState: action,
    })
  }

  /** Where the press of a provider's button leads. Coming back from there needs no other press. */
  loginUrl(provider: string): Promise<string> {
    this.storage.set(DEPARTURE_KEY, provider, DEPARTURE_LIFETIME_MS)
    return this.api.socialUrl(provider)
  }

  /** Whether what the server said is this step's question, and nothing that went wrong in it. */
  get isStepQuestion(): boolean {
    const { errorMessage, reason } = this.form
    return (
      errorMessage?.code === NOT_REGISTERED ||
      reason === 'second_factor_required' ||
      reason === 'password_required'
    )
  }

  /**
   * Somebody is back: tries to enter, once for each return, where this browser set out. To open a link that
   * somebody else made logs nobody in.
   */
  async open(come: ProviderCallback): Promise<void> {
    if (this.callback?.state === come.state) return
    this.form.clear()
    const setOut = this.storage.get<string>(DEPARTURE_KEY) === come.provider
    this.storage.remove(DEPARTURE_KEY)
    this.setState({ kind: setOut ? 'entering' : 'ready', callback: come })
    if (setOut) await this.send()
  }

  /** Enters with what the provider sent back. */
  async continueLogIn(): Promise<void> {
    const { callback } = this
    if (!callback) return
    this.setState({ kind: 'entering', callback })
    await this.send()
  }

  /** Enters with a newcomer's consent, the account's password, or the code of a second factor. */
  async submit(): Promise<void> {
    if (this.form.busy || this.form.setErrors(this.validate())) return
    await this.send()
  }

  /** They are back without anything, for the reason that stands in the address (OAuth 2.0, §4.1.2.1). */
  handleProviderError(reason: string | null = null): void {
    this.form.clear()
    this.setState({ kind: 'refused', isUnavailable: reason === 'temporarily_unavailable' })
  }

  private get callback(): ProviderCallback | null {
    return 'callback' in this.state ? this.state.callback : null
  }

  private async send(): Promise<void> {
    const { callback: come } = this
    if (!come) return
    const { provider, ...proof } = come
    const sent = await this.form.submit(({ accept_terms, password, second_factor_code }) =>
      this.api.socialLogin(provider, {
        ...proof,
        accept_terms: accept_terms || undefined,
        password: password || undefined,
        second_factor_code: second_factor_code.trim() || undefined,
      }),
    )
    if (sent) this.completeLogIn(sent.answer)
    else await this.handleRefusal(come)
  }

  /** The code is used up: nobody who comes to this page later waits for it. */
  private completeLogIn(entered: LogInResult): void {
    this.state = { kind: 'idle' }
    this.form.clear()
    this.viewer.logIn(entered)
  }

  private async handleRefusal(callback: ProviderCallback): Promise<void> {
    const { reason, errorMessage } = this.form
    if (errorMessage?.code === NOT_REGISTERED) this.setState({ kind: 'newcomer', callback })
    else if (reason?.startsWith('password')) this.setState({ kind: 'password', callback })
    else if (reason?.startsWith('second_factor')) this.setState({ kind: 'code', callback })
    else if (!this.canTryAgain) this.setState({ kind: 'refused', isUnavailable: false })
    if (errorMessage?.code === ALREADY_LOGGED_IN) await this.viewer.identify()
  }

  private setState(state: SocialState): void {
    this.state = state
  }

  /** A field was wrong, or the server was busy or out of reach when somebody had pressed a button: they can once more. */
  private get canTryAgain(): boolean {
    const { errors, errorMessage } = this.form
    if (Object.keys(errors).length > 0) return true
    return (
      this.state.kind !== 'entering' &&
      (errorMessage === null || TRANSIENT_ERRORS.includes(errorMessage.code))
    )
  }

  private validate() {
    const { accept_terms, password, second_factor_code } = this.form.values
    if (this.state.kind === 'password') return collectErrors({ password: requiredError(password) })
    return this.state.kind === 'code'
      ? collectErrors({ second_factor_code: requiredError(second_factor_code) })
      : collectErrors({ accept_terms: accept_terms ? undefined : { code: 'errors.terms_required' } })
  }
}

export const socialStore = (api: Api, { viewer, shell }: ChannelStore) =>
  new SocialStore(new AccountApi(api), viewer, shell.storage)
