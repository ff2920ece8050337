import { ANALYTICS_TIMEOUT_MS } from '@/shared/constants'
import type { Fetch } from '@/shared/http/client'

export type Scalar = string | number | boolean | null
export type Body = Readonly<Record<string, Scalar>>

/** The endpoints of the analytics API, below `/datalake`. */
export const PATHS = ['session', 'event', 'video/event', 'video/viewing', 'ad'] as const
export type Path = (typeof PATHS)[number]

/** Sends a text while the page closes. Returns false if the browser's beacon queue is full. */
export type Beacon = (url: string, text: string) => boolean

const browserFetch: Fetch = (...call) => globalThis.fetch(...call)
const browserBeacon: Beacon = (url, text) => {
  const content = new Blob([text], { type: 'text/plain;charset=UTF-8' })
  return navigator.sendBeacon?.(url, content) ?? false
}

/**
 * The client of the analytics API. A failed request returns null or false, and shows no error.
 *
 * Another origin receives plain text, which needs no preflight request (CORS).
 */
export class DatalakeApi {
  constructor(
    private readonly host: string,
    private readonly fetch: Fetch = browserFetch,
    private readonly beacon: Beacon = browserBeacon,
  ) {}

  /** Request the ID of a new session. Return null if the request fails. */
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

  /**
   * Request a token. The URL contains the session and the content item.
   *
   * Return null if the server refuses, and undefined if it does not respond.
   */
  async token(url: string): Promise<string | null | undefined> {
    try {
      const response = await this.fetch(url, this.requestInit('GET'))
      if (response.status >= 500) return undefined
      if (!response.ok) return null
      const { data } = (await response.json()) as { data?: { token?: unknown } }
      return typeof data?.token === 'string' ? data.token : null
    } catch {
      return undefined
    }
  }

  /**
   * Send events. Return whether they are done.
   *
   * Events that the server rejects (4xx) count as done, because the server would reject them again.
   */
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

  /** Send events with a beacon while the page closes. Return whether the browser accepted it. */
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
