import { deviceNow } from '@/shared/clock'
import { OUTER_TRACKING_LIFETIME_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/storage'

const NAME = 'analytics_trk'
const MOST_LETTERS = 80

/** Who sent somebody here: `trk` of the address that the visit began with, known for 3 hours. */
export class OuterTracking {
  private readonly given: string | null
  private readonly since: number

  constructor(
    search: string,
    private readonly storage: BrowserStorage,
    /** Whether it may be kept in the browser; otherwise it lives as long as the page. */
    private readonly keeps: () => boolean,
    private readonly now: () => number = deviceNow,
  ) {
    this.given = new URLSearchParams(search).get('trk')?.trim().slice(0, MOST_LETTERS) || null
    this.since = now()
  }

  get value(): string | null {
    const fresh = this.now() - this.since < OUTER_TRACKING_LIFETIME_MS
    if (this.given && fresh) return this.given
    return this.keeps() ? this.storage.get<string>(NAME) : null
  }

  /** From now on it may be kept in the browser. */
  keep(): void {
    const left = OUTER_TRACKING_LIFETIME_MS - (this.now() - this.since)
    if (this.given && left > 0 && this.keeps()) this.storage.set(NAME, this.given, left)
  }

  forget(): void {
    this.storage.remove(NAME)
  }
}
