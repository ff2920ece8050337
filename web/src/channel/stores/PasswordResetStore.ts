import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, confirmationError, emailError, passwordError } from '@/shared/validators'
import { AccountApi } from '../accountApi'
import { LINK_INVALID, type SignedLink } from '../signedLinks'
import { RESEND_DELAY_MS } from './resendDelay'

/** What the server says of a link that will never work, or not any more (§8). */
const INVALID_LINK_CODES = [
  'errors.password_reset_expired',
  'errors.password_reset_failed',
  'errors.user_not_found',
  LINK_INVALID,
]

/** Whether an email was requested; after that, another one has to wait. */
type PasswordResetState =
  | { readonly kind: 'idle' }
  /**
   * `email` gets it if it has an account: the server does not tell. `lockedUntil` is when another one can be
   * requested, in milliseconds since the epoch.
   */
  | { readonly kind: 'sent'; readonly email: string; readonly lockedUntil: number }

/** A forgotten password: the wish for a letter, and the new password behind the letter's link. */
export class PasswordResetStore {
  readonly request = new Form({ email: '', robot_token: '' })
  readonly form = new Form({ password: '', password_confirmation: '' })
  state: PasswordResetState = { kind: 'idle' }
  /** Counts what was sent: a robot check is good for one try. */
  submitCount = 0

  constructor(
    private readonly api: AccountApi,
    private readonly now: () => number = serverNow,
  ) {
    makeObservable<PasswordResetStore, 'handleRequested'>(this, {
      state: observableRef,
      submitCount: observable,
      isLinkInvalid: computed,
      handleRequested: action,
      start: action,
      reset: action,
    })
  }

  /** The link ran out, was used, or never was one: only another letter helps. */
  get isLinkInvalid(): boolean {
    return INVALID_LINK_CODES.includes(this.form.errorMessage?.code ?? '')
  }

  /** Begins anew, with the address where it is known. */
  start(email = ''): void {
    this.request.clear()
    this.request.change('email', email)
    this.state = { kind: 'idle' }
  }

  /** Asks for the letter. */
  async requestEmail(): Promise<void> {
    const { request } = this
    if (request.busy || request.setErrors(collectErrors({ email: emailError(request.values.email) }))) return
    const email = request.values.email.trim()
    const robot_token = request.values.robot_token || undefined
    const sent = await request.submit(() => this.api.requestReset({ email, robot_token }))
    this.handleRequested(sent ? email : null)
  }

  /** Sets the new password; true where that is done. */
  async resetPassword(link: SignedLink): Promise<boolean> {
    const { form } = this
    if (form.busy || form.setErrors(this.validate())) return false
    const { password, password_confirmation } = form.values
    const done = await form.submit(() => this.api.resetPassword(link, password, password_confirmation))
    if (done) form.clear()
    return done !== null
  }

  reset(): void {
    this.start()
    this.form.clear()
  }

  private handleRequested(email: string | null): void {
    this.submitCount += 1
    this.request.change('robot_token', '')
    if (email) this.state = { kind: 'sent', email, lockedUntil: this.now() + RESEND_DELAY_MS }
  }

  private validate() {
    const { password, password_confirmation } = this.form.values
    return collectErrors({
      password: passwordError(password),
      password_confirmation: confirmationError(password, password_confirmation),
    })
  }
}

export const passwordResetStore = (api: Api) => new PasswordResetStore(new AccountApi(api))
