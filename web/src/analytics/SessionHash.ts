import { deviceNow } from '@/shared/clock'
import { ANALYTICS_SESSION_LIFETIME_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/storage'

const NAME = 'analytics_session'

interface Kept {
  hash: string
  /** When it began, in milliseconds since the epoch. */
  at: number
}

interface Around {
  storage: BrowserStorage
  /** Whether it may be kept in the browser; otherwise it lives as long as the page. */
  keeps: () => boolean
  ask: () => Promise<string | null>
  /** A new session began. */
  began: (hash: string) => void
  now?: () => number
}

/** The name of a visit: asked for once, kept for 24 hours, then another one. */
export class SessionHash {
  private held: Kept | null = null
  private asking: Promise<string | null> | null = null
  /** Counts what was forgotten: an answer to a question from before brings nothing back. */
  private turn = 0

  constructor(private readonly around: Around) {}

  /** The one there is; null where one would have to be asked for. */
  get present(): string | null {
    const { keeps, storage } = this.around
    const kept = keeps() ? storage.get<Kept>(NAME) : null
    const found = kept ?? this.held
    return found && this.now() - found.at < ANALYTICS_SESSION_LIFETIME_MS ? found.hash : null
  }

  /** The one there is, or a new one; null where nobody gives one now. */
  get(): Promise<string | null> {
    const { present } = this
    if (present) return Promise.resolve(present)
    this.asking ??= this.begin().finally(() => {
      this.asking = null
    })
    return this.asking
  }

  /** From now on it may be kept in the browser. */
  keep(): void {
    const { keeps, storage } = this.around
    if (!this.held || !keeps() || storage.get(NAME)) return
    const left = ANALYTICS_SESSION_LIFETIME_MS - (this.now() - this.held.at)
    if (left > 0) storage.set(NAME, this.held, left)
  }

  forget(): void {
    this.turn += 1
    this.held = null
    this.around.storage.remove(NAME)
  }

  private async begin(): Promise<string | null> {
    const { turn } = this
    const hash = await this.around.ask()
    if (!hash || turn !== this.turn) return null
    // Another tab of the same visit was quicker.
    const { present } = this
    if (present) return present
    this.held = { hash, at: this.now() }
    this.keep()
    this.around.began(hash)
    return hash
  }

  private now(): number {
    return (this.around.now ?? deviceNow)()
  }
}
