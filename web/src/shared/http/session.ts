import { RETRY_DELAY_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { HttpClient, HttpRequest, Method, Query, RequestBody } from './client'
import { Emitter } from './emitter'
import { HttpError, isCanceled } from './errors'
import type { RequestOptions } from './requestOptions'
import { type Challenge, ROBOT_CHECK_HEADER, solveRobotCheck } from './robotCheck'

export type { Query }

/** The hosts of the server's parts. An empty host means the page's origin. */
export interface Hosts {
  api_host?: string
  keys_host?: string
  media_host?: string
  analytics_host?: string
}

/** Session events that concern the whole page, whichever component sent the request. */
export interface SessionEvents {
  /** `final`: the only retry failed too, so the page shows an error. */
  apiKeyError: { code: string; final: boolean }
  /** The old key and its viewer are no longer valid. Stores clear the viewer's data. */
  userReset: { reason: 'api_key' | 'unauthenticated' }
  throttled: { retryAfter: number | null }
  globalError: { error: HttpError }
  /** A request has finished, with a response or without one (`status` 0). Aborted requests emit no event. */
  requestFinished: { method: Method; path: string; status: number; ms: number; requestId: string | null }
}

/** The API client of a context: requests under `/api` in the viewer's session and language. */
export interface Api {
  get<T>(path: string, query?: Query, options?: RequestOptions): Promise<T>
  post<T>(path: string, body?: RequestBody, options?: RequestOptions): Promise<T>
  patch<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T>
  put<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T>
  delete<T>(path: string, query?: Query, options?: RequestOptions): Promise<T>
  /** Return a server URL that contains the API key, for the browser to open. Never put this URL into the page. */
  authorizedUrl(path: string): Promise<string>
}

/** The two shapes of a response (`api.md`): one item, or a page of a list. */
export interface ItemResponse<T> {
  data: T
}
export interface ListResponse<T> {
  data: T[]
  meta: { total: number; limit: number; offset: number }
}

const GLOBAL_ERROR_STATUSES: readonly number[] = [500, 502, 503, 504]

/** Dependencies of a session. Tests inject their own clock through `sleep`. */
export interface SessionOptions {
  http: HttpClient
  storage: BrowserStorage
  hosts: () => Hosts
  language: () => string
  /** The query with which the server leaves scores out of its answers, or does not; empty for its default. */
  scores?: () => Query
  /** The `?channel=` of the page in development, where one host serves every channel. */
  channel?: string | null
  sleep?: (milliseconds: number) => Promise<void>
}

interface ApiRequest extends RequestOptions {
  method: Method
  path: string
  query?: Query
  body?: RequestBody
}

/**
 * The viewer's session with the server, and its policy for errors (§7, §8).
 *
 * A missing API key is requested first: channel key, then API key. `errors.channel_key` clears both keys and
 * `errors.api_key` clears the API key. After either error, the request is retried once after 1 s. If the server
 * rejects a stored channel key, the session requests a new one at once. Status 429 emits an event and fails. Status
 * 401 resets the viewer, unless the request allows it.
 */
export class Session implements Api {
  readonly events = new Emitter<SessionEvents>()
  private keyRequest: Promise<string> | null = null
  /** Whether an API key became invalid and no `userReset` event has been sent for it. */
  private isKeyLost = false

  constructor(private readonly options: SessionOptions) {}

  get<T>(path: string, query?: Query, options?: RequestOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'GET', path, query })
  }

  post<T>(path: string, body?: RequestBody, options?: RequestOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'POST', path, body })
  }

  patch<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T> {
    return this.post<T>(path, { ...body, _method: 'patch' }, options)
  }

  put<T>(path: string, body?: Record<string, unknown>, options?: RequestOptions): Promise<T> {
    return this.post<T>(path, { ...body, _method: 'put' }, options)
  }

  delete<T>(path: string, query?: Query, options?: RequestOptions): Promise<T> {
    return this.request<T>({ ...options, method: 'DELETE', path, query })
  }

  async authorizedUrl(path: string): Promise<string> {
    const query = new URLSearchParams({ api_key: await this.apiKey() })
    return `${this.options.hosts().api_host ?? ''}${path}?${query}`
  }

  /** Store the new API key of a login or logout. The old key is no longer valid. */
  adoptKey(apiKey: string): void {
    this.options.storage.set('api_key', apiKey)
  }

  /** Delete the API key and request a new one. */
  async renewKey(): Promise<void> {
    this.options.storage.remove('api_key')
    await this.apiKey()
  }

  private async request<T>(request: ApiRequest): Promise<T> {
    try {
      return await this.sendOnce<T>(request)
    } catch (error) {
      if (!(error instanceof HttpError && error.isKeyError)) throw this.emitError(request, error)
      this.events.emit('apiKeyError', { code: error.code, final: false })
    }
    await this.sleep(RETRY_DELAY_MS)
    try {
      const response = await this.sendOnce<T>(request)
      this.emitKeyLoss()
      return response
    } catch (error) {
      if (error instanceof HttpError && error.isKeyError) {
        this.events.emit('apiKeyError', { code: error.code, final: true })
        throw error
      }
      this.emitKeyLoss()
      throw this.emitError(request, error)
    }
  }

  private async sendOnce<T>(request: ApiRequest): Promise<T> {
    const { method, path, body, signal, headers, idempotencyKey, fresh, keepalive } = request
    const apiKey = await this.apiKey()
    const url = `${this.options.hosts().api_host ?? ''}/api${path}`
    const scores = method === 'GET' ? this.options.scores?.() : {}
    const query = { lang: this.options.language(), ...scores, ...request.query }
    const startedAt = performance.now()
    const emitFinished = (status: number, requestId: string | null = null) =>
      this.events.emit('requestFinished', {
        method,
        path,
        status,
        ms: performance.now() - startedAt,
        requestId,
      })
    try {
      const requestParams = {
        method,
        url,
        query,
        body,
        signal,
        apiKey,
        headers,
        idempotencyKey,
        fresh,
        keepalive,
      }
      const response = await this.sendChecked<T>(requestParams)
      emitFinished(200)
      return response
    } catch (error) {
      if (error instanceof HttpError) emitFinished(error.status, error.requestId)
      if (error instanceof HttpError && error.isKeyError) this.discardKey(error, apiKey)
      // Ignore a late response to an earlier key: another viewer may have logged in since.
      else if (isUnauthenticated(error, request) && this.options.storage.get('api_key') === apiKey) {
        this.events.emit('userReset', { reason: 'unauthenticated' })
      }
      throw error
    }
  }

  /** Send a request. If the server requires a robot check, pass it and send the request once more. */
  private async sendChecked<T>(request: HttpRequest): Promise<T> {
    const { http, hosts } = this.options
    try {
      return await http.send<T>(request)
    } catch (error) {
      if (!(error instanceof HttpError && error.code === 'errors.robot_check')) throw error
    }
    const url = `${hosts().api_host ?? ''}/api/robot_check`
    const { data } = await http.send<ItemResponse<Challenge>>({ method: 'POST', url })
    const headers = { ...request.headers, [ROBOT_CHECK_HEADER]: await solveRobotCheck(data) }
    return await http.send<T>({ ...request, headers })
  }

  /** Return the API key. Simultaneous requests share one request for the key. */
  private apiKey(): Promise<string> {
    const storedKey = this.options.storage.get<string>('api_key')
    if (storedKey) return Promise.resolve(storedKey)
    this.keyRequest ??= this.obtainKey().finally(() => {
      this.keyRequest = null
    })
    return this.keyRequest
  }

  /**
   * Request an API key. The stored channel key may be outdated: if the server rejects it, request the page's current
   * one at once. If the server rejects that key too, the request fails.
   */
  private async obtainKey(): Promise<string> {
    const storedKey = this.options.storage.get<string>('channel_key')
    if (storedKey) {
      try {
        return await this.exchangeKey(storedKey)
      } catch (error) {
        if (!(error instanceof HttpError && error.code === 'errors.channel_key')) throw error
      }
    }
    return this.exchangeKey(await this.fetchChannelKey(storedKey !== null))
  }

  /** Store a channel key and exchange it for an API key. Delete a rejected key. */
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

  /** Request the page's channel key. `fresh` bypasses the browser's cache. */
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

  /**
   * Request an API key. Many first visits from one IP address can exceed the rate limit, so a 429 is retried up to
   * three times.
   */
  private async fetchApiKey(channelKey: string, attempts = 4): Promise<string> {
    const { http, hosts } = this.options
    const url = `${hosts().api_host ?? ''}/api/get_api_key`
    const body = { channel_key: channelKey }
    try {
      const { data } = await http.send<ItemResponse<{ api_key?: string }>>({ method: 'POST', url, body })
      return requireKey(data.api_key, 'errors.api_key')
    } catch (error) {
      if (attempts < 2 || !(error instanceof HttpError) || error.status !== 429) throw error
      await this.sleep(Math.min(error.retryAfter ?? 5, 15) * 1000 + Math.random() * 3000)
      return this.fetchApiKey(channelKey, attempts - 1)
    }
  }

  private discardKey(error: HttpError, failedKey: string | null): void {
    const { storage } = this.options
    if (error.code === 'errors.channel_key') storage.remove('channel_key')
    // Another request may have stored a new key since. Keep that key.
    if (failedKey !== null && storage.get('api_key') !== failedKey) return
    storage.remove('api_key')
    if (error.code === 'errors.api_key') this.isKeyLost = true
  }

  /**
   * Emit `userReset` once per lost key, and only when the server accepts the new key. Screens that restart abort their
   * earlier requests. If the server rejected every key, they would restart forever.
   */
  private emitKeyLoss(): void {
    if (!this.isKeyLost) return
    this.isKeyLost = false
    this.events.emit('userReset', { reason: 'api_key' })
  }

  private emitError(request: ApiRequest, error: unknown): unknown {
    if (isCanceled(error) || !(error instanceof HttpError)) return error
    if (error.status === 429) this.events.emit('throttled', { retryAfter: error.retryAfter })
    if ((request.globalErrorStatuses ?? GLOBAL_ERROR_STATUSES).includes(error.status))
      this.events.emit('globalError', { error })
    return error
  }

  private sleep(milliseconds: number): Promise<void> {
    return this.options.sleep?.(milliseconds) ?? new Promise(resolve => setTimeout(resolve, milliseconds))
  }
}

/** Return whether the request failed because it needs a logged-in viewer. */
function isUnauthenticated(error: unknown, { allow401 }: RequestOptions): boolean {
  return error instanceof HttpError && error.status === 401 && !allow401
}

/** Return the key, or throw a key error if the response has none. */
function requireKey(key: string | undefined, code: 'errors.channel_key' | 'errors.api_key'): string {
  if (!key) throw new HttpError(403, code, 'no api key')
  return key
}
