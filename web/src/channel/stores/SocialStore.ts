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

/** The storage key of the provider whose button was pressed. It expires when a return is no longer accepted. */
const STARTED_LOGIN_KEY = 'social_departure'
const STARTED_LOGIN_LIFETIME_MS = 10 * 60_000

/** The code and state from a provider. They work for one login and expire after ten minutes. */
export interface ProviderCallback {
  provider: string
  code: string
  state: string
}

/**
 * The state of a social login. `ready`: the login did not start recently in this browser, so the viewer must
 * press a button to continue.
 */
type SocialState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'ready' | 'loggingIn' | 'newAccount' | 'password' | 'code'
      readonly callback: ProviderCallback
    }
  /** `isUnavailable`: the provider does not respond. Otherwise the provider or the viewer rejected the login. */
  | { readonly kind: 'refused'; readonly isUnavailable: boolean }

/** Login and registration through a social provider: the redirect to it, and its callback (§2, §7). */
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

  /** Return the URL of a provider's login, and record its start. The callback then needs no second press. */
  loginUrl(provider: string): Promise<string> {
    this.storage.set(STARTED_LOGIN_KEY, provider, STARTED_LOGIN_LIFETIME_MS)
    return this.api.socialUrl(provider)
  }

  /** Whether the server's message is the question of the current step and not an error. */
  get isStepQuestion(): boolean {
    const { errorMessage, reason } = this.form
    return (
      errorMessage?.code === NOT_REGISTERED ||
      reason === 'second_factor_required' ||
      reason === 'password_required'
    )
  }

  /**
   * Handle a provider's callback, once for each state. Log in at once only if the login started in this browser.
   *
   * A callback link that another person made therefore logs nobody in (login CSRF).
   */
  async open(callback: ProviderCallback): Promise<void> {
    if (this.callback?.state === callback.state) return
    this.form.clear()
    const hasStartedHere = this.storage.get<string>(STARTED_LOGIN_KEY) === callback.provider
    this.storage.remove(STARTED_LOGIN_KEY)
    this.setState({ kind: hasStartedHere ? 'loggingIn' : 'ready', callback })
    if (hasStartedHere) await this.send()
  }

  /** Log in with the callback after the viewer confirms. */
  async continueLogIn(): Promise<void> {
    const { callback } = this
    if (!callback) return
    this.setState({ kind: 'loggingIn', callback })
    await this.send()
  }

  /** Send the current step: the consent of a new viewer, the account's password, or a second factor. */
  async submit(): Promise<void> {
    if (this.form.isBusy || this.form.setErrors(this.validate())) return
    await this.send()
  }

  /** Handle a callback without a code. `reason` is the `error` parameter of the URL (OAuth 2.0, §4.1.2.1). */
  handleProviderError(reason: string | null = null): void {
    this.form.clear()
    this.setState({ kind: 'refused', isUnavailable: reason === 'temporarily_unavailable' })
  }

  private get callback(): ProviderCallback | null {
    return 'callback' in this.state ? this.state.callback : null
  }

  private async send(): Promise<void> {
    const { callback } = this
    if (!callback) return
    const { provider, ...proof } = callback
    const sent = await this.form.submit(({ accept_terms, password, second_factor_code }) =>
      this.api.socialLogin(provider, {
        ...proof,
        accept_terms: accept_terms || undefined,
        password: password || undefined,
        second_factor_code: second_factor_code.trim() || undefined,
      }),
    )
    if (sent) this.completeLogIn(sent.result)
    else await this.handleRefusal(callback)
  }

  /** Reset the state, because the code works once, and log the viewer in. */
  private completeLogIn(result: LogInResult): void {
    this.state = { kind: 'idle' }
    this.form.clear()
    this.viewer.logIn(result)
  }

  private async handleRefusal(callback: ProviderCallback): Promise<void> {
    const { reason, errorMessage } = this.form
    if (errorMessage?.code === NOT_REGISTERED) this.setState({ kind: 'newAccount', callback })
    else if (reason?.startsWith('password')) this.setState({ kind: 'password', callback })
    else if (reason?.startsWith('second_factor')) this.setState({ kind: 'code', callback })
    else if (!this.canTryAgain) this.setState({ kind: 'refused', isUnavailable: false })
    if (errorMessage?.code === ALREADY_LOGGED_IN) await this.viewer.identify()
  }

  private setState(state: SocialState): void {
    this.state = state
  }

  /** Whether the viewer can retry: a field is wrong, or a request after a press failed temporarily. */
  private get canTryAgain(): boolean {
    const { errors, errorMessage } = this.form
    if (Object.keys(errors).length > 0) return true
    return (
      this.state.kind !== 'loggingIn' &&
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
