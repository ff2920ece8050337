import { deviceNow } from '@/shared/clock'
import { STORED_VALUES_LIFETIME_MS } from '@/shared/constants'

interface StoredValue {
  value: unknown
  until: number
}

/**
 * Values remembered in this browser, each under the channel's prefix and with an end.
 *
 * Two channels on one host never read each other's values. A browser that forbids storage, or has
 * none left, remembers until the page is left; nobody has to care.
 */
export class BrowserStorage {
  /** What the browser would not take: a frame without it would ask for a new key with every call. */
  private readonly fallback = new Map<string, string>()

  constructor(
    private readonly prefix: string,
    private readonly backend: Storage | null = localStorageBackend(),
    private readonly now: () => number = deviceNow,
  ) {}

  get<T>(name: string): T | null {
    try {
      const kept = JSON.parse(this.read(this.key(name)) ?? 'null') as StoredValue | null
      if (kept && kept.until > this.now()) return kept.value as T
      if (kept) this.remove(name)
    } catch {
      // Somebody else's value under our name, or storage switched off: the same as nothing.
    }
    return null
  }

  /** Keeps a value for `lifetime` milliseconds (about 360 days where nothing is said). */
  set(name: string, value: unknown, lifetime: number = STORED_VALUES_LIFETIME_MS): void {
    const key = this.key(name)
    const kept = JSON.stringify({ value, until: this.now() + lifetime } satisfies StoredValue)
    this.fallback.set(key, kept)
    if (!this.backend) return
    try {
      this.backend.setItem(key, kept)
      this.fallback.delete(key)
    } catch {
      // Full or forbidden: this visit still works, the next one starts anew.
    }
  }

  remove(name: string): void {
    this.fallback.delete(this.key(name))
    try {
      this.backend?.removeItem(this.key(name))
    } catch {
      // Nothing is kept, so nothing is left to remove.
    }
  }

  /** Tells of changes that other tabs make to a value, until the returned function is called. */
  onExternalChange(name: string, listener: () => void): () => void {
    const onStorage = ({ key }: StorageEvent) => {
      // Without a key somebody has emptied all of it.
      if (key === this.key(name) || key === null) listener()
    }
    addEventListener('storage', onStorage)
    return () => removeEventListener('storage', onStorage)
  }

  private read(key: string): string | null {
    return this.fallback.get(key) ?? this.backend?.getItem(key) ?? null
  }

  private key(name: string): string {
    return this.prefix + name
  }
}

function localStorageBackend(): Storage | null {
  try {
    return globalThis.localStorage ?? null
  } catch {
    return null
  }
}

/** What one tab keeps until it is closed, also where it is loaded again. */
export function sessionStorageBackend(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
