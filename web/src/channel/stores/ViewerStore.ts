import { action, computed, makeObservable, observableRef } from 'mobx'
import { HttpError } from '@/shared/http/errors'
import type { Api, ItemResponse } from '@/shared/http/session'
import type { Viewer } from '@/shared/shell'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { LogInResult, User } from '../model'

/** The API session and its key. Login replaces the key and logout ends it. */
export interface SessionKeys extends Pick<Api, 'get' | 'post'> {
  adoptKey(apiKey: string): void
  renewKey(): Promise<void>
}

/**
 * Called when the viewer changes. `to` is the page to open next, if the caller sets one. `entered` means that they
 * logged in on this page.
 */
export type ViewerChangeListener = (change: { user: User | null; to?: string; entered?: boolean }) => void

/** The storage key of the mark that the API key belongs to a viewer. It contains nothing about the viewer. */
const LOGGED_IN_KEY = 'logged_in'

/** The viewer who is logged in in this browser (§2, §6, §7). All other stores reset when the viewer changes. */
export class ViewerStore implements Viewer {
  user: User | null = null
  /** Grows with every change of the viewer and every request. Late responses of an older generation are dropped. */
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
      isOperator: computed,
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

  /** Whether the free trial is used. False for a visitor, because it is unknown. */
  get hasUsedTrial(): boolean {
    return this.user?.trial_period_used ?? false
  }

  /** Whether the viewer is an operator of this channel. Only shows links: the server checks each request. */
  get isOperator(): boolean {
    return this.user?.operator ?? false
  }

  /** Whether the viewer must replace a temporary password first (§2). */
  get hasTemporaryPassword(): boolean {
    return this.user?.temporary_password ?? false
  }

  /** Load the viewer at start-up. Without the logged-in mark, send no request. */
  async load(): Promise<void> {
    if (this.storage.get(LOGGED_IN_KEY)) await this.fetchUser()
  }

  /** Handle any kind of login. The page then opens `to`, or returns to the previous page. */
  logIn({ api_key, user }: LogInResult, to?: string): void {
    this.storage.set(LOGGED_IN_KEY, true)
    this.session.adoptKey(api_key)
    this.setUser(user)
    this.onChange({ user, to, entered: true })
  }

  /**
   * Log out: end the session on the server and request a fresh key.
   *
   * @throws HttpError if the server is unreachable, because the session would stay valid.
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

  /** Handle the deletion of the account and all its sessions. The viewer becomes a visitor. */
  async handleAccountClosed(): Promise<void> {
    this.storage.remove(LOGGED_IN_KEY)
    await this.session.renewKey().catch(() => undefined)
    this.setUser(null)
    this.onChange({ user: null, to: '/' })
  }

  /** Update the viewer's profile. Ignores a late response for a viewer who has logged out. */
  update(user: User): void {
    if (user.id === this.id) this.user = user
  }

  /** Reload the viewer's capabilities after a purchase. */
  async refresh(): Promise<void> {
    if (this.user) await this.fetchUser()
  }

  /** Load the viewer after the server reports that the API key belongs to one. */
  async identify(): Promise<void> {
    this.storage.set(LOGGED_IN_KEY, true)
    await this.syncWithOtherTab()
  }

  /** Handle a session that ended without a logout: its key expired or is anonymous. */
  handleSessionEnd(): void {
    this.storage.remove(LOGGED_IN_KEY)
    this.setUser(null)
  }

  /**
   * Follow logins and logouts in other tabs. Return a function that stops it.
   *
   * A page in the back/forward cache gets no storage events. So it checks again when the browser restores it.
   */
  subscribe(): () => void {
    const sync = () => void this.syncWithOtherTab()
    const handlePageShow = ({ persisted }: PageTransitionEvent) => persisted && sync()
    addEventListener('pageshow', handlePageShow)
    const unsubscribe = this.storage.onExternalChange('api_key', sync)
    return () => {
      unsubscribe()
      removeEventListener('pageshow', handlePageShow)
    }
  }

  private async syncWithOtherTab(): Promise<void> {
    const { id: previousId } = this
    const isMarked = this.storage.get(LOGGED_IN_KEY) !== null
    // Another tab is replacing the viewer's key. Its new key triggers another event.
    if (isMarked && this.storage.get('api_key') === null) return
    if (!isMarked) this.setUser(null)
    else if (!(await this.fetchUser())) return
    if (this.id !== previousId) this.onChange({ user: this.user, to: this.user ? undefined : '/' })
  }

  /** Load the viewer of the key. Return false if the request failed or is outdated. A 401 means no viewer. */
  private async fetchUser(): Promise<boolean> {
    const generation = ++this.generation
    const isLate = () => generation !== this.generation
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
