import { deviceNow } from '@/shared/clock'
import { ANALYTICS_SESSION_LIFETIME_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

const NAME = 'analytics_session'

interface StoredSession {
  hash: string
  /** When it began, in milliseconds since the epoch. */
  at: number
}

interface SessionHashDeps {
  storage: BrowserStorage
  /** Whether it may be kept in the browser; otherwise it lives as long as the page. */
  canStore: () => boolean
  fetchHash: () => Promise<string | null>
  /** A new session began. */
  onStart: (hash: string) => void
  now?: () => number
}

/** The name of a visit: asked for once, kept for 24 hours, then another one. */
export class SessionHash {
  private session: StoredSession | null = null
  private pending: Promise<string | null> | null = null
  /** Counts what was forgotten: an answer to a question from before brings nothing back. */
  private generation = 0

  constructor(private readonly deps: SessionHashDeps) {}

  /** The one there is; null where one would have to be asked for. */
  get current(): string | null {
    const { canStore: keeps, storage } = this.deps
    const kept = keeps() ? storage.get<StoredSession>(NAME) : null
    const found = kept ?? this.session
    return found && this.now() - found.at < ANALYTICS_SESSION_LIFETIME_MS ? found.hash : null
  }

  /** The one there is, or a new one; null where nobody gives one now. */
  get(): Promise<string | null> {
    const { current: present } = this
    if (present) return Promise.resolve(present)
    this.pending ??= this.startSession().finally(() => {
      this.pending = null
    })
    return this.pending
  }

  /** From now on it may be kept in the browser. */
  store(): void {
    const { canStore: keeps, storage } = this.deps
    if (!this.session || !keeps() || storage.get(NAME)) return
    const left = ANALYTICS_SESSION_LIFETIME_MS - (this.now() - this.session.at)
    if (left > 0) storage.set(NAME, this.session, left)
  }

  clear(): void {
    this.generation += 1
    this.session = null
    this.deps.storage.remove(NAME)
  }

  private async startSession(): Promise<string | null> {
    const { generation: turn } = this
    const hash = await this.deps.fetchHash()
    if (!hash || turn !== this.generation) return null
    // Another tab of the same visit was quicker.
    const { current: present } = this
    if (present) return present
    this.session = { hash, at: this.now() }
    this.store()
    this.deps.onStart(hash)
    return hash
  }

  private now(): number {
    return (this.deps.now ?? deviceNow)()
  }
}
