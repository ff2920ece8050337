import { action, computed, makeObservable, observable } from 'mobx'
import { confirmationFault, emailFault, faults, passwordFault } from '@/shared/checks'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import { LINK_IS_DEAD, type SignedLink } from '../links'
import { AGAIN_MS } from './again'

/** What the server says of a link that will never work, or not any more (§8). */
const DEAD = ['Reset password key expired', 'Reset password failed', 'User not found', LINK_IS_DEAD]

/** A forgotten password: the wish for a letter, and the new password behind the letter's link. */
export class PasswordResetStore {
  readonly request = new Form({ email: '', robot_token: '' })
  readonly form = new Form({ password: '', password_confirmation: '' })
  /** Whom the last letter went to, if there is such an account: the server does not tell. */
  sentTo: string | null = null
  /** Until when no other letter can be asked for, in milliseconds since the epoch. */
  lockedUntil = 0
  /** Counts what was sent: a robot check is good for one try. */
  tries = 0

  constructor(
    private readonly api: AccountApi,
    private readonly now: () => number = serverNow,
  ) {
    makeObservable<PasswordResetStore, 'asked'>(this, {
      sentTo: observable,
      lockedUntil: observable,
      tries: observable,
      linkIsDead: computed,
      asked: action,
      begin: action,
      reset: action,
    })
  }

  /** The link ran out, was used, or never was one: only another letter helps. */
  get linkIsDead(): boolean {
    return DEAD.includes(this.form.refusal ?? '')
  }

  /** Begins anew, with the address where it is known. */
  begin(email = ''): void {
    this.request.clear()
    this.request.change('email', email)
    this.sentTo = null
  }

  /** Asks for the letter. */
  async ask(): Promise<void> {
    const { request } = this
    if (request.busy || request.refuse(faults({ email: emailFault(request.values.email) }))) return
    const email = request.values.email.trim()
    const robot_token = request.values.robot_token || undefined
    const sent = await request.submit(() => this.api.askReset({ email, robot_token }))
    this.asked(sent ? email : null)
  }

  /** Sets the new password; true where that is done. */
  async change(link: SignedLink): Promise<boolean> {
    const { form } = this
    if (form.busy || form.refuse(this.faults())) return false
    const { password, password_confirmation } = form.values
    const done = await form.submit(() => this.api.resetPassword(link, password, password_confirmation))
    if (done) form.clear()
    return done !== null
  }

  reset(): void {
    this.begin()
    this.form.clear()
  }

  private asked(email: string | null): void {
    this.tries += 1
    this.request.change('robot_token', '')
    if (!email) return
    this.sentTo = email
    this.lockedUntil = this.now() + AGAIN_MS
  }

  private faults() {
    const { password, password_confirmation } = this.form.values
    return faults({
      password: passwordFault(password),
      password_confirmation: confirmationFault(password, password_confirmation),
    })
  }
}

export const passwordResetStore = (api: Api) => new PasswordResetStore(new AccountApi(api))
