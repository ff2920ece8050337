import { action, makeObservable, observable } from 'mobx'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { collectErrors, requiredError } from '@/shared/validators'
import { AccountApi } from '../accountApi'
import type { ChannelShell, ChannelStore } from '../ChannelStore'
import { ALREADY_VERIFIED, isLinkFor, type SignedLink } from '../signedLinks'
import { RESEND_DELAY_MS } from './resendDelay'

/** The e-mail address of an account: its letter, asked for again, and the link in it. */
export class VerificationStore {
  /** What became of the link. */
  readonly linkForm = new Form({ password: '' })
  /** What became of the wish for another letter. */
  readonly emailForm = new Form({})
  /** Until when no other letter can be asked for, in milliseconds since the epoch. */
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

  /** Whether the link is for somebody else than the viewer, who then proves by password that it is theirs. */
  needsPassword(link: SignedLink): boolean {
    return !isLinkFor(this.viewer.user, link)
  }

  /** Confirms by the link of an email, when somebody presses the button. To open the link confirms nothing. */
  async confirm(link: SignedLink): Promise<void> {
    const needed = this.needsPassword(link)
    if (
      needed &&
      this.linkForm.setErrors(collectErrors({ password: requiredError(this.linkForm.values.password) }))
    )
      return
    const confirmed = await this.linkForm.submit(({ password }) =>
      this.api.verifyEmail(link, needed ? password : undefined),
    )
    if (!confirmed) return
    this.linkForm.change('password', '')
    if (isLinkFor(this.viewer.user, link)) this.handleVerified()
  }

  /** Whether a letter is on its way that was asked for a moment ago. */
  get isRecentlySent(): boolean {
    return this.now() < this.lockedUntil
  }

  /** Asks for the letter. Somebody who opened the first one meanwhile, elsewhere, needs none. */
  async resendEmail(): Promise<void> {
    if (this.now() < this.lockedUntil) return
    const sent = await this.emailForm.submit(() => this.api.sendVerification())
    if (sent) this.lockResend()
    else if (this.emailForm.errorMessage?.code === ALREADY_VERIFIED) this.handleVerified()
  }

  /** The next one who asks is another viewer, and waits for no letter yet. What became of a link stays. */
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
