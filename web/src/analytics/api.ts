import { ANALYTICS_TIMEOUT_MS } from '@/shared/constants'
import type { Fetch } from '@/shared/http/client'

export type Scalar = string | number | boolean | null
export type Body = Readonly<Record<string, Scalar>>

/** Where facts go. */
export const PATHS = ['session', 'event', 'video/event', 'video/viewing'] as const
export type Path = (typeof PATHS)[number]

/** Sent as the page goes away; false where the browser takes no more. */
export type Beacon = (address: string, text: string) => boolean

const browserFetch: Fetch = (...call) => globalThis.fetch(...call)
const browserBeacon: Beacon = (address, text) => {
  const content = new Blob([text], { type: 'text/plain;charset=UTF-8' })
  return navigator.sendBeacon?.(address, content) ?? false
}

/**
 * The calls of the analytics. Nobody is told when one fails: they answer with null or false.
 *
 * Another origin gets plain text, which needs no question before it (CORS).
 */
export class DatalakeApi {
  constructor(
    private readonly host: string,
    private readonly fetch: Fetch = browserFetch,
    private readonly beacon: Beacon = browserBeacon,
  ) {}

  /** A name for a session that begins. */
  async createSession(): Promise<string | null> {
    try {
      const response = await this.fetch(this.url('hash'), this.requestInit('GET'))
      if (!response.ok) return null
      const { data } = (await response.json()) as { data?: { hash?: unknown } }
      return typeof data?.hash === 'string' && data.hash ? data.hash : null
    } catch {
      return null
    }
  }

  /** The token of an address that names session and thing; null if it is refused, undefined without an answer. */
  async token(address: string): Promise<string | null | undefined> {
    try {
      const response = await this.fetch(address, this.requestInit('GET'))
      if (response.status >= 500) return undefined
      if (!response.ok) return null
      const { data } = (await response.json()) as { data?: { token?: unknown } }
      return typeof data?.token === 'string' ? data.token : null
    } catch {
      return undefined
    }
  }

  /** Whether the server has them now; what it refuses it would refuse again, so that is gone as well. */
  async send(path: Path, events: readonly Body[]): Promise<boolean> {
    const type = this.host ? 'text/plain;charset=UTF-8' : 'application/json'
    const body = JSON.stringify(events)
    try {
      const init = { ...this.requestInit('POST'), headers: { 'Content-Type': type }, body, keepalive: true }
      const { status } = await this.fetch(this.url(path), init)
      return status < 500 && status !== 429
    } catch {
      return false
    }
  }

  /** The same as the page goes away. */
  sendBeacon(path: Path, events: readonly Body[]): boolean {
    try {
      return this.beacon(this.url(path), JSON.stringify(events))
    } catch {
      return false
    }
  }

  private url(path: string): string {
    return `${this.host}/datalake/${path}/`
  }

  private requestInit(method: string): RequestInit {
    const signal = AbortSignal.timeout(ANALYTICS_TIMEOUT_MS)
    return { method, signal, credentials: 'omit', cache: 'no-store' }
  }
}
