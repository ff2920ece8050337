import { action, computed, makeObservable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { LogInResult, User } from '../model'

/** The session, with the api key it asks with: log-in brings a new one, log-out ends it. */
export interface SessionKeys extends Pick<Api, 'get' | 'post'> {
  adoptKey(apiKey: string): void
  renewKey(): Promise<void>
}

/**
 * Somebody came or went: `to` is where they wanted to go, where the one who asked has said it; `entered` that
 * they logged in on this page.
 */
export type ViewerChangeListener = (change: { user: User | null; to?: string; entered?: boolean }) => void

/** Beside the api key: that somebody is logged in with it. It says nothing about whom. */
const LOGGED_IN_KEY = 'logged_in'

/** Who is logged in in this browser (§2, §6, §7). The other stores start anew whenever that changes. */
export class ViewerStore implements Viewer {
  user: User | null = null
  /** Counts who was there, and who was asked about: an answer about the one before is dropped. */
  private generation = 0

  constructor(
    private readonly session: SessionKeys,
    private readonly storage: BrowserStorage,
    private readonly onChange: ViewerChangeListener,
  ) {
    makeObservable<ViewerStore, 'setUser'>(this, {
      user: observableRef,
      id: computed,
      capabilities: computed,
      operator: computed,
      hasTemporaryPassword: computed,
      update: action,
      setUser: action,
    })
  }

  get id(): number | null {
    return this.user?.id ?? null
  }

  get capabilities(): readonly string[] {
    return this.user?.capabilities ?? []
  }

  get email(): string | null {
    return this.user?.email ?? null
  }

  /** Whether the free trial is gone; a visitor's is not known. */
  get trialUsed(): boolean {
    return this.user?.trial_period_used ?? false
  }

  /** Whether the viewer looks after this channel: the server decides, the page only shows the way. */
  get operator(): boolean {
    return this.user?.operator ?? false
  }

  /** Somebody who has to choose a password of their own before anything else (§2). */
  get hasTemporaryPassword(): boolean {
    return this.user?.temporary_password ?? false
  }

  /** Finds out at the start who is there. A browser that nobody logged in with need not ask. */
  async load(): Promise<void> {
    if (this.storage.get(LOGGED_IN_KEY)) await this.fetchUser()
  }

  /** Takes in who logged in, in any way there is; the page then goes `to` an address, or back to where they were. */
  logIn({ api_key, user }: LogInResult, to?: string): void {
    this.storage.set(LOGGED_IN_KEY, true)
    this.session.adoptKey(api_key)
    this.setUser(user)
    this.onChange({ user, to, entered: true })
  }

  /**
   * Logs out: ends the session on the server and asks for a fresh key.
   *
   * @throws HttpError where the server cannot be reached: the session would live on there.
   */
  async logOut(): Promise<void> {
    await this.session
      .post('/auth/logout', {}, { globalErrorStatuses: [], allow401: true })
      .catch(ignoreUnreachable)
    this.storage.remove(LOGGED_IN_KEY)
    await this.session.renewKey().catch(() => undefined)
    this.setUser(null)
    this.onChange({ user: null, to: '/' })
  }

  /** The account is gone, and every session of it: who had it stays on the page as a visitor. */
  async handleAccountClosed(): Promise<void> {
    this.storage.remove(LOGGED_IN_KEY)
    await this.session.renewKey().catch(() => undefined)
    this.setUser(null)
    this.onChange({ user: null, to: '/' })
  }

  /** Takes in what the viewer changed about themselves; an answer that comes after they left brings them not back. */
  update(user: User): void {
    if (user.id === this.id) this.user = user
  }

  /** Asks again what the viewer may: they have bought something. */
  async refresh(): Promise<void> {
    if (this.user) await this.fetchUser()
  }

  /** The server says that the key is a viewer's, and this page did not know: asks whose it is. */
  async identify(): Promise<void> {
    this.storage.set(LOGGED_IN_KEY, true)
    await this.syncWithOtherTab()
  }

  /** The session ended without a log-out: its key is gone, or is nobody's any more. */
  handleSessionEnd(): void {
    this.storage.remove(LOGGED_IN_KEY)
    this.setUser(null)
  }

  /**
   * Takes in that another tab of this browser logged in or out, until the returned function is called.
   * A page that the browser put aside hears nothing meanwhile; it looks when it is shown again.
   */
  subscribe(): () => void {
    const look = () => void this.syncWithOtherTab()
    const back = ({ persisted }: PageTransitionEvent) => persisted && look()
    addEventListener('pageshow', back)
    const stop = this.storage.onExternalChange('api_key', look)
    return () => {
      stop()
      removeEventListener('pageshow', back)
    }
  }

  private async syncWithOtherTab(): Promise<void> {
    const { id } = this
    const marked = this.storage.get(LOGGED_IN_KEY) !== null
    // Between two keys of the same viewer; the next one is told as well.
    if (marked && this.storage.get('api_key') === null) return
    if (!marked) this.setUser(null)
    else if (!(await this.fetchUser())) return
    if (this.id !== id) this.onChange({ user: this.user, to: this.user ? undefined : '/' })
  }

  /** Asks who the key belongs to; false where nobody answered, or too late. Nobody is an answer too (401). */
  private async fetchUser(): Promise<boolean> {
    const mine = ++this.generation
    const isLate = () => mine !== this.generation
    try {
      const { data } = await this.session.get<ItemResponse<User>>(
        '/profile',
        {},
        { globalErrorStatuses: [], allow401: true },
      )
      if (isLate()) return false
      this.setUser(data)
    } catch (error) {
      if (isLate() || !(error instanceof HttpError && error.status === 401)) return false
      this.handleSessionEnd()
    }
    return true
  }

  private setUser(user: User | null): void {
    this.generation += 1
    this.user = user
  }
}

function ignoreUnreachable(error: unknown): void {
  if (error instanceof HttpError && error.status === 0) throw error
}
