import { action, computed, makeObservable, observable, observableRef } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, confirmationError, emailError, passwordError } from '@/shared/validators'
import { AccountApi } from '../accountApi'
import { LINK_INVALID, type SignedLink } from '../signedLinks'
import { RESEND_DELAY_MS } from './resendDelay'

/** The error codes of an invalid or expired link (§8). */
const INVALID_LINK_CODES = [
  'errors.password_reset_expired',
  'errors.password_reset_failed',
  'errors.user_not_found',
  LINK_INVALID,
]

/** Whether an email was requested. The next request must wait until `lockedUntil`. */
type PasswordResetState =
  | { readonly kind: 'idle' }
  /**
   * The server sends an email only if `email` has an account, and does not reveal whether it has one.
   * `lockedUntil` is when the next email can be requested, in milliseconds since the epoch.
   */
  | { readonly kind: 'sent'; readonly email: string; readonly lockedUntil: number }

/** The reset of a forgotten password: the request for an email, and the new password behind its link. */
export class PasswordResetStore {
  readonly request = new Form({ email: '', robot_token: '' })
  readonly form = new Form({ password: '', password_confirmation: '' })
  state: PasswordResetState = { kind: 'idle' }
  /** The number of requests for an email. Each one needs a new robot check, because its token works once. */
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

  /** Whether the link is expired, used or invalid. The viewer then needs another email. */
  get isLinkInvalid(): boolean {
    return INVALID_LINK_CODES.includes(this.form.errorMessage?.code ?? '')
  }

  /** Start a new request, with the address if it is known. */
  start(email = ''): void {
    this.request.clear()
    this.request.change('email', email)
    this.state = { kind: 'idle' }
  }

  /** Request the email. */
  async requestEmail(): Promise<void> {
    const { request } = this
    if (request.isBusy || request.setErrors(collectErrors({ email: emailError(request.values.email) })))
      return
    const email = request.values.email.trim()
    const robot_token = request.values.robot_token || undefined
    const sent = await request.submit(() => this.api.requestReset({ email, robot_token }))
    this.handleRequested(sent ? email : null)
  }

  /** Set the new password. Return whether it was saved. */
  async resetPassword(link: SignedLink): Promise<boolean> {
    const { form } = this
    if (form.isBusy || form.setErrors(this.validate())) return false
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
