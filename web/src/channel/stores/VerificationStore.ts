import { action, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import { isFor, isSame, type SignedLink, VERIFIED_ALREADY } from '../links'
import type { ChannelShell } from '../store'
import { AGAIN_MS } from './again'

/** The e-mail address of an account: its letter, asked for again, and the link in it. */
export class VerificationStore {
  /** What became of the link. */
  readonly link = new Form({})
  /** What became of the wish for another letter. */
  readonly letter = new Form({})
  /** Until when no other letter can be asked for, in milliseconds since the epoch. */
  lockedUntil = 0
  private opened: SignedLink | null = null

  constructor(
    private readonly api: AccountApi,
    private readonly viewer: Pick<ChannelShell['viewer'], 'user' | 'update'>,
    private readonly now: () => number = Date.now,
  ) {
    makeObservable<VerificationStore, 'lock'>(this, { lockedUntil: observable, reset: action, lock: action })
  }

  /** Confirms by the link of a letter: once for each link, for it works only once. */
  async open(link: SignedLink): Promise<void> {
    if (this.opened && isSame(this.opened, link)) return
    this.opened = link
    await this.confirm()
  }

  /** Tries the same link again, where the server could not be reached. */
  async confirm(): Promise<void> {
    const { opened } = this
    if (!opened) return
    const confirmed = await this.link.submit(() => this.api.verifyEmail(opened))
    if (confirmed && isFor(this.viewer.user, opened)) this.verified()
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
