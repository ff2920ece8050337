import { deviceNow } from '@/shared/clock'
import { OUTER_TRACKING_LIFETIME_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

const NAME = 'analytics_trk'
const MAX_LENGTH = 80

/** Who sent somebody here: `trk` of the address that the visit began with, known for 3 hours. */
export class OuterTracking {
  private readonly initialValue: string | null
  private readonly startedAt: number

  constructor(
    search: string,
    private readonly storage: BrowserStorage,
    /** Whether it may be kept in the browser; otherwise it lives as long as the page. */
    private readonly canStore: () => boolean,
    private readonly now: () => number = deviceNow,
  ) {
    this.initialValue = new URLSearchParams(search).get('trk')?.trim().slice(0, MAX_LENGTH) || null
    this.startedAt = now()
  }

  get value(): string | null {
    const fresh = this.now() - this.startedAt < OUTER_TRACKING_LIFETIME_MS
    if (this.initialValue && fresh) return this.initialValue
    return this.canStore() ? this.storage.get<string>(NAME) : null
  }

  /** From now on it may be kept in the browser. */
  store(): void {
    const left = OUTER_TRACKING_LIFETIME_MS - (this.now() - this.startedAt)
    if (this.initialValue && left > 0 && this.canStore()) this.storage.set(NAME, this.initialValue, left)
  }

  clear(): void {
    this.storage.remove(NAME)
  }
}
