import { action, makeObservable, observable } from 'mobx'
import { faults, required } from '@/shared/checks'
import { serverNow } from '@/shared/clock'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import { isFor, type SignedLink, VERIFIED_ALREADY } from '../links'
import type { ChannelShell } from '../store'
import { AGAIN_MS } from './again'

/** The e-mail address of an account: its letter, asked for again, and the link in it. */
export class VerificationStore {
  /** What became of the link. */
  readonly link = new Form({ password: '' })
  /** What became of the wish for another letter. */
  readonly letter = new Form({})
  /** Until when no other letter can be asked for, in milliseconds since the epoch. */
  lockedUntil = 0

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
    private readonly now: () => number = serverNow,
  ) {
    makeObservable<VerificationStore, 'lock'>(this, { lockedUntil: observable, reset: action, lock: action })
  }

  /** Whether the link is for somebody else than the viewer, who then proves by password that it is theirs. */
  needsPassword(link: SignedLink): boolean {
    return !isFor(this.viewer.user, link)
  }

  /** Confirms by the link of an email, when somebody presses the button. To open the link confirms nothing. */
  async confirm(link: SignedLink): Promise<void> {
    const needed = this.needsPassword(link)
    if (needed && this.link.refuse(faults({ password: required(this.link.values.password) }))) return
    const confirmed = await this.link.submit(({ password }) =>
      this.api.verifyEmail(link, needed ? password : undefined),
    )
    if (!confirmed) return
    this.link.change('password', '')
    if (isFor(this.viewer.user, link)) this.verified()
  }

  /** Whether a letter is on its way that was asked for a moment ago. */
  get justSent(): boolean {
    return this.now() < this.lockedUntil
  }

  /** Asks for the letter. Somebody who opened the first one meanwhile, elsewhere, needs none. */
  async sendAgain(): Promise<void> {
    if (this.now() < this.lockedUntil) return
    const sent = await this.letter.submit(() => this.api.sendVerification())
    if (sent) this.lock()
    else if (this.letter.refusal === VERIFIED_ALREADY) this.verified()
  }

  /** The next one who asks is another viewer, and waits for no letter yet. What became of a link stays. */
  reset(): void {
    this.letter.clear()
    this.lockedUntil = 0
  }

  private verified(): void {
    const { user } = this.viewer
    if (user) this.viewer.update({ ...user, email_verified: true })
  }

  private lock(): void {
    this.lockedUntil = this.now() + AGAIN_MS
  }
}

export const verificationStore = (api: Api, { viewer }: ChannelShell) =>
  new VerificationStore(new AccountApi(api), viewer)
