import { action, makeObservable, observable } from 'mobx'
import type { Api } from '@/shared/http/session'
import { Form } from '@/shared/stores/Form'
import { AccountApi } from '../accountApi'
import { isFor, isSame, type SignedLink } from '../links'
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
    makeObservable<VerificationStore, 'lock'>(this, { lockedUntil: observable, lock: action })
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
    const { user } = this.viewer
    if (confirmed && user && isFor(user, opened)) this.viewer.update({ ...user, email_verified: true })
  }

  async sendAgain(): Promise<void> {
    if (this.now() < this.lockedUntil) return
    const sent = await this.letter.submit(() => this.api.sendVerification())
    if (sent) this.lock()
  }

  private lock(): void {
    this.lockedUntil = this.now() + AGAIN_MS
  }
}

export const verificationStore = (api: Api, { viewer }: ChannelShell) =>
  new VerificationStore(new AccountApi(api), viewer)
