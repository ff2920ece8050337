import { deviceNow } from '@/shared/clock'
import { ANALYTICS_SESSION_LIFETIME_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

const NAME = 'analytics_session'

interface StoredSession {
  hash: string
  /** The start of the session, in milliseconds since the epoch. */
  at: number
}

interface SessionHashDeps {
  storage: BrowserStorage
  /** Whether the session may be stored in the browser. If not, it ends when the page closes. */
  canStore: () => boolean
  fetchHash: () => Promise<string | null>
  /** Called when a new session starts. */
  onStart: (hash: string) => void
  now?: () => number
}

/** The ID of a visit. The server issues it once. After 24 hours a new visit starts. */
export class SessionHash {
  private session: StoredSession | null = null
  private pending: Promise<string | null> | null = null
  /** The number of `clear` calls. A response to a request from before `clear` is ignored. */
  private generation = 0

  constructor(private readonly deps: SessionHashDeps) {}

  /** The current session, or null if it must be requested. */
  get current(): string | null {
    const { canStore, storage } = this.deps
    const stored = canStore() ? storage.get<StoredSession>(NAME) : null
    const session = stored ?? this.session
    return session && this.now() - session.at < ANALYTICS_SESSION_LIFETIME_MS ? session.hash : null
  }

  /** Return the current session or request a new one. Return null if the request fails. */
  get(): Promise<string | null> {
    const { current } = this
    if (current) return Promise.resolve(current)
    this.pending ??= this.startSession().finally(() => {
      this.pending = null
    })
    return this.pending
  }

  /** Store the session in the browser, after the viewer gave consent. */
  save(): void {
    const { canStore, storage } = this.deps
    if (!this.session || !canStore() || storage.get(NAME)) return
    const remainingMs = ANALYTICS_SESSION_LIFETIME_MS - (this.now() - this.session.at)
    if (remainingMs > 0) storage.set(NAME, this.session, remainingMs)
  }

  clear(): void {
    this.generation += 1
    this.session = null
    this.deps.storage.remove(NAME)
  }

  private async startSession(): Promise<string | null> {
    const { generation } = this
    const hash = await this.deps.fetchHash()
    if (!hash || generation !== this.generation) return null
    // Another tab may have started a session first.
    const { current } = this
    if (current) return current
    this.session = { hash, at: this.now() }
    this.save()
    this.deps.onStart(hash)
    return hash
  }

  private now(): number {
    return (this.deps.now ?? deviceNow)()
  }
}
