import { deviceNow } from '@/shared/clock'
import { STORED_VALUES_LIFETIME_MS } from '@/shared/constants'

interface StoredValue {
  value: unknown
  until: number
}

/**
 * Values stored in this browser, each with the channel's prefix and an expiry.
 *
 * Two channels on one host never read each other's values. If the browser forbids storage or it is full, values last
 * until the page closes. Callers need no error handling.
 */
export class BrowserStorage {
  /**
   * Values that the browser refused to store. Without them, a frame without storage would request a new key with every
   * request.
   */
  private readonly fallback = new Map<string, string>()

  constructor(
    private readonly prefix: string,
    private readonly backend: Storage | null = localStorageBackend(),
    private readonly now: () => number = deviceNow,
  ) {}

  get<T>(name: string): T | null {
    try {
      const stored = JSON.parse(this.read(this.key(name)) ?? 'null') as StoredValue | null
      if (stored && stored.until > this.now()) return stored.value as T
      if (stored) this.remove(name)
    } catch {
      // Another program's value under this name, or storage is disabled: treat it as missing.
    }
    return null
  }

  /** Store a value for `lifetime` milliseconds. The default is about 360 days. */
  set(name: string, value: unknown, lifetime: number = STORED_VALUES_LIFETIME_MS): void {
    const key = this.key(name)
    const serialized = JSON.stringify({ value, until: this.now() + lifetime } satisfies StoredValue)
    this.fallback.set(key, serialized)
    if (!this.backend) return
    try {
      this.backend.setItem(key, serialized)
      this.fallback.delete(key)
    } catch {
      // Storage is full or forbidden: this visit keeps the value in memory.
    }
  }

  remove(name: string): void {
    this.fallback.delete(this.key(name))
    try {
      this.backend?.removeItem(this.key(name))
    } catch {
      // Storage is forbidden, so there is nothing to remove.
    }
  }

  /** Call a listener when another tab changes a value. Return a function that removes the listener. */
  onExternalChange(name: string, listener: () => void): () => void {
    const onStorage = ({ key }: StorageEvent) => {
      // A null key means that another tab cleared the whole storage.
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

/** Return the storage of one tab, which survives a reload and ends when the tab closes. */
export function sessionStorageBackend(): Storage | null {
  try {
    return globalThis.sessionStorage ?? null
  } catch {
    return null
  }
}
