import { STORED_VALUES_LIFETIME_MS } from '@/shared/constants'

interface Kept {
  value: unknown
  until: number
}

/**
 * Values remembered in this browser, each under the channel's prefix and with an end.
 *
 * Two channels on one host never read each other's values. A browser that forbids storage, or has
 * none left, remembers nothing; nobody has to care.
 */
export class BrowserStorage {
  constructor(
    private readonly prefix: string,
    private readonly backend: Storage | null = browserBackend(),
    private readonly now: () => number = Date.now,
  ) {}

  get<T>(name: string): T | null {
    try {
      const kept = JSON.parse(this.backend?.getItem(this.key(name)) ?? 'null') as Kept | null
      if (kept && kept.until > this.now()) return kept.value as T
      if (kept) this.backend?.removeItem(this.key(name))
    } catch {
      // Somebody else's value under our name, or storage switched off: the same as nothing.
    }
    return null
  }

  /** Keeps a value for `lifetime` milliseconds (about 360 days where nothing is said). */
  set(name: string, value: unknown, lifetime: number = STORED_VALUES_LIFETIME_MS): void {
    const kept: Kept = { value, until: this.now() + lifetime }
    try {
      this.backend?.setItem(this.key(name), JSON.stringify(kept))
    } catch {
      // Full or forbidden: this visit still works, the next one starts anew.
    }
  }

  remove(name: string): void {
    try {
      this.backend?.removeItem(this.key(name))
    } catch {
      // Nothing is kept, so nothing is left to remove.
    }
  }

  private key(name: string): string {
    return this.prefix + name
  }
}

function browserBackend(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}
