import { action, makeObservable, observable } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { ALREADY_VERIFIED, isLinkFor, type SignedLink } from '../signedLinks'
import { RESEND_DELAY_MS } from './resendDelay'

/** The verification of an email address: the emailed link, and the request for another email. */
export class VerificationStore {
  /** The state of the link's verification. */
  readonly linkForm = new Form({ password: '' })
  /** The state of the request for another email. */
  readonly emailForm = new Form({})
  /** When another email can be requested, in milliseconds since the epoch. */
  lockedUntil = 0

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
    private readonly now: () => number = serverNow,
  ) {
    makeObservable<VerificationStore, 'lockResend'>(this, {
      lockedUntil: observable,
      reset: action,
      lockResend: action,
    })
  }

  /** Return whether the link is for another account than the viewer's. It then requires that account's password. */
  needsPassword(link: SignedLink): boolean {
    return !isLinkFor(this.viewer.user, link)
  }

  /** Verify the address when the viewer presses the button. Opening the link verifies nothing. */
  async confirm(link: SignedLink): Promise<void> {
    const needsPassword = this.needsPassword(link)
    if (
      needsPassword &&
      this.linkForm.setErrors(collectErrors({ password: requiredError(this.linkForm.values.password) }))
    )
      return
    const confirmed = await this.linkForm.submit(({ password }) =>
      this.api.verifyEmail(link, needsPassword ? password : undefined),
    )
    if (!confirmed) return
    this.linkForm.change('password', '')
    if (isLinkFor(this.viewer.user, link)) this.handleVerified()
  }

  /** Whether an email was requested less than a minute ago. */
  get isRecentlySent(): boolean {
    return this.now() < this.lockedUntil
  }

  /** Request the email again. If the address was already verified elsewhere, update the viewer instead. */
  async resendEmail(): Promise<void> {
    if (this.now() < this.lockedUntil) return
    const sent = await this.emailForm.submit(() => this.api.sendVerification())
    if (sent) this.lockResend()
    else if (this.emailForm.errorMessage?.code === ALREADY_VERIFIED) this.handleVerified()
  }

  /** Clear the email request for the next viewer. The result of a link stays. */
  reset(): void {
    this.emailForm.clear()
    this.lockedUntil = 0
  }

  private handleVerified(): void {
    const { user } = this.viewer
    if (user) this.viewer.update({ ...user, email_verified: true })
  }

  private lockResend(): void {
    this.lockedUntil = this.now() + RESEND_DELAY_MS
  }
}

export const verificationStore = (api: Api, { viewer }: ChannelStore) =>
  new VerificationStore(new AccountApi(api), viewer)
