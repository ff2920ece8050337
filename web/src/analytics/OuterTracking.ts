import { deviceNow } from '@/shared/clock'
import { OUTER_TRACKING_LIFETIME_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'

const NAME = 'analytics_trk'
const MAX_LENGTH = 80

/** The tracking code of the link that started the visit: its `trk` parameter. It is valid for 3 hours. */
export class OuterTracking {
  private readonly initialValue: string | null
  private readonly startedAt: number

  constructor(
    search: string,
    private readonly storage: BrowserStorage,
    /** Whether the code may be stored in the browser. If not, it is lost when the page closes. */
    private readonly canStore: () => boolean,
    private readonly now: () => number = deviceNow,
  ) {
    this.initialValue = new URLSearchParams(search).get('trk')?.trim().slice(0, MAX_LENGTH) || null
    this.startedAt = now()
  }

  get value(): string | null {
    const isRecent = this.now() - this.startedAt < OUTER_TRACKING_LIFETIME_MS
    if (this.initialValue && isRecent) return this.initialValue
    return this.canStore() ? this.storage.get<string>(NAME) : null
  }

  /** Store the code in the browser, after the viewer gave consent. */
  save(): void {
    const remainingMs = OUTER_TRACKING_LIFETIME_MS - (this.now() - this.startedAt)
    if (this.initialValue && remainingMs > 0 && this.canStore())
      this.storage.set(NAME, this.initialValue, remainingMs)
  }

  clear(): void {
    this.storage.remove(NAME)
  }
}
