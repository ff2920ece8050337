import { RETRY_DELAY_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { HttpClient, Method, Query } from './client'
import { Emitter } from './emitter'
import { HttpError, isCanceled } from './errors'
import type { RequestOptions } from './requestOptions'

export type { Query }

/** Where the server's parts are; an empty host is the page's own origin. */
export interface Hosts {
  api_host?: string
  keys_host?: string
  media_host?: string
  analytics_host?: string
}

/** What the whole page has to hear about, wherever the call came from. */
export interface SessionEvents {
  /** `final` once the one retry failed as well: the page can only apologise. */
  apiKeyError: { code: string; final: boolean }
  /** The viewer of the old key is gone; stores forget what was theirs. */
  userReset: { reason: 'api_key' | 'unauthenticated' }
  throttled: { retryAfter: number | null }
  crash: { error: HttpError }
  /** A call has its answer, or has none (`status` 0); one that was given up tells nothing. */
  answered: { method: Method; path: string; status: number; ms: number; requestId: string | null }
}

/** What a context's `api.ts` is given: calls under `/api`, in the viewer's session and language. */
export interface Api {
  get<T>(path: string, query?: Query, options?: RequestOptions): Promise<T>
  post<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T>
  patch<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T>
  delete<T>(path: string, query?: Query, options?: RequestOptions): Promise<T>
  /** An address of the server that the browser itself goes to, with the key in it: it must not stand in the page. */
  authorizedUrl(path: string): Promise<string>
}

/** The shapes of every answer (`api.md`): one thing, or a page of a list. */
export interface ItemResponse<T> {
  data: T
}
export interface ListResponse<T> {
  data: T[]
  meta: { total: number; limit: number; offset: number }
}

const GLOBAL_ERROR_STATUSES: readonly number[] = [500, 502, 503, 504]

/** Injected so that tests run on their own clock. */
export interface SessionOptions {
  http: HttpClient
  storage: BrowserStorage
  hosts: () => Hosts
  language: () => string
  /** The `?channel=` of the page in development, where one host serves every channel. */
  channel?: string | null
  sleep?: (milliseconds: number) => Promise<void>
}

interface ApiRequest extends RequestOptions {
  method: Method
  path: string
  query?: Query
  body?: Record<string, unknown>
}

/**
 * The viewer's session with the server and the policy around it (§7, §8).
 *
 * A missing api key is obtained first: channel key, then api key. `errors.channel_key` clears both
 * and `errors.api_key` the second; either is tried once more after 1 s. A kept channel key that is refused on
 * the way to an api key is replaced at once. 429 is announced and
 * rejected. 401 resets the viewer, except where the call says that it may happen.
 */
export class Session implements Api {
  readonly events = new Emitter<SessionEvents>()
  private keyRequest: Promise<string> | null = null
  /** An api key ended, and the page has not heard of it yet. */
  private isKeyLost = false

  constructor(private readonly options: SessionOptions) {}

  get<T>(path: string, query?: Query, options?: RequestOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'GET', path, query })
  }

  post<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'POST', path, body })
  }

  patch<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T> {
    return this.post<T>(path, { ...body, _method: 'patch' }, options)
  }

  delete<T>(path: string, query?: Query, options?: RequestOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'DELETE', path, query })
  }

  async authorizedUrl(path: string): Promise<string> {
    const query = new URLSearchParams({ api_key: await this.apiKey() })
    return `${this.options.hosts().api_host ?? ''}${path}?${query}`
  }

  /** Log-in and log-out answer with a new key; the old one is worth nothing any more. */
  adoptKey(apiKey: string): void {
    this.options.storage.set('api_key', apiKey)
  }

  /** Forgets the key, and asks for a fresh one. */
  async renewKey(): Promise<void> {
    this.options.storage.remove('api_key')
    await this.apiKey()
  }

  private async request<T>(call: ApiRequest): Promise<T> {
    try {
      return await this.sendOnce<T>(call)
    } catch (error) {
      if (!(error instanceof HttpError && error.isKeyError)) throw this.emitError(call, error)
      this.events.emit('apiKeyError', { code: error.code, final: false })
    }
    await this.sleep(RETRY_DELAY_MS)
    try {
      const answer = await this.sendOnce<T>(call)
      this.emitKeyLoss()
      return answer
    } catch (error) {
      if (error instanceof HttpError && error.isKeyError) {
        this.events.emit('apiKeyError', { code: error.code, final: true })
        throw error
      }
      this.emitKeyLoss()
      throw this.emitError(call, error)
    }
  }

  private async sendOnce<T>(call: ApiRequest): Promise<T> {
    const { method, path, body, signal, idempotencyKey, fresh, keepalive: outliving } = call
    const apiKey = await this.apiKey()
    const url = `${this.options.hosts().api_host ?? ''}/api${path}`
    const query = { lang: this.options.language(), ...call.query }
    const begun = performance.now()
    const answered = (status: number, requestId: string | null = null) =>
      this.events.emit('answered', { method, path, status, ms: performance.now() - begun, requestId })
    try {
      const requestParams = {
        method,
        url,
        query,
        body,
        signal,
        apiKey,
        idempotencyKey,
        fresh,
        keepalive: outliving,
      }
      const answer = await this.options.http.send<T>(requestParams)
      answered(200)
      return answer
    } catch (error) {
      if (error instanceof HttpError) answered(error.status, error.requestId)
      if (error instanceof HttpError && error.isKeyError) this.discardKey(error, apiKey)
      // A late answer to a visitor says nothing of who has logged in since.
      else if (isUnauthenticated(error, call) && this.options.storage.get('api_key') === apiKey) {
        this.events.emit('userReset', { reason: 'unauthenticated' })
      }
      throw error
    }
  }

  /** Calls that start together share one way to the key. */
  private apiKey(): Promise<string> {
    const kept = this.options.storage.get<string>('api_key')
    if (kept) return Promise.resolve(kept)
    this.keyRequest ??= this.obtainKey().finally(() => {
      this.keyRequest = null
    })
    return this.keyRequest
  }

  /**
   * A channel key that this browser kept may have been replaced since. Then the page's present one is asked
   * for at once; only when the server refuses that one as well is it an error.
   */
  private async obtainKey(): Promise<string> {
    const kept = this.options.storage.get<string>('channel_key')
    if (kept) {
      try {
        return await this.exchangeKey(kept)
      } catch (error) {
        if (!(error instanceof HttpError && error.code === 'errors.channel_key')) throw error
      }
    }
    return this.exchangeKey(await this.fetchChannelKey(kept !== null))
  }

  /** Keeps a channel key, and the api key that the server gives for it; a refused one is forgotten. */
  private async exchangeKey(channelKey: string): Promise<string> {
    const { storage } = this.options
    storage.set('channel_key', channelKey)
    try {
      const apiKey = await this.fetchApiKey(channelKey)
      storage.set('api_key', apiKey)
      return apiKey
    } catch (error) {
      if (error instanceof HttpError && error.isKeyError) this.discardKey(error, null)
      throw error
    }
  }

  /** `fresh`: the answer that the browser may have kept is not good enough. */
  private async fetchChannelKey(fresh: boolean): Promise<string> {
    const { http, hosts, channel } = this.options
    const url = `${hosts().keys_host ?? ''}/channel-key`
    const { data } = await http.send<ItemResponse<{ channel_key?: string }>>({
      method: 'GET',
      url,
      query: { channel },
      fresh,
    })
    return requireKey(data.channel_key, 'errors.channel_key')
  }

  /** Many first visits behind one address meet its limit: they wait their turn, a few times. */
  private async fetchApiKey(channelKey: string, tries = 4): Promise<string> {
    const { http, hosts } = this.options
    const url = `${hosts().api_host ?? ''}/api/get_api_key`
    const body = { channel_key: channelKey }
    try {
      const { data } = await http.send<ItemResponse<{ api_key?: string }>>({ method: 'POST', url, body })
      return requireKey(data.api_key, 'errors.api_key')
    } catch (error) {
      if (tries < 2 || !(error instanceof HttpError) || error.status !== 429) throw error
      await this.sleep(Math.min(error.retryAfter ?? 5, 15) * 1000 + Math.random() * 3000)
      return this.fetchApiKey(channelKey, tries - 1)
    }
  }

  private discardKey(error: HttpError, failedKey: string | null): void {
    const { storage } = this.options
    if (error.code === 'errors.channel_key') storage.remove('channel_key')
    // Another call may have brought a fresh key meanwhile; that one stays.
    if (failedKey !== null && storage.get('api_key') !== failedKey) return
    storage.remove('api_key')
    if (error.code === 'errors.api_key') this.isKeyLost = true
  }

  /**
   * Told once for each key, and only when the server takes the next one: the screens that start anew
   * give up the calls before them, and would do so for ever where every key is refused.
   */
  private emitKeyLoss(): void {
    if (!this.isKeyLost) return
    this.isKeyLost = false
    this.events.emit('userReset', { reason: 'api_key' })
  }

  private emitError(call: ApiRequest, error: unknown): unknown {
    if (isCanceled(error) || !(error instanceof HttpError)) return error
    if (error.status === 429) this.events.emit('throttled', { retryAfter: error.retryAfter })
    if ((call.globalErrorStatuses ?? GLOBAL_ERROR_STATUSES).includes(error.status))
      this.events.emit('crash', { error })
    return error
  }

  private sleep(milliseconds: number): Promise<void> {
    return this.options.sleep?.(milliseconds) ?? new Promise(done => setTimeout(done, milliseconds))
  }
}

/** Somebody has to be logged in for this call, and nobody is. */
function isUnauthenticated(error: unknown, { allow401 }: RequestOptions): boolean {
  return error instanceof HttpError && error.status === 401 && !allow401
}

/** A server that answers without a key is one that gave none. */
function requireKey(key: string | undefined, code: 'errors.channel_key' | 'errors.api_key'): string {
  if (!key) throw new HttpError(403, code, 'no api key')
  return key
}
