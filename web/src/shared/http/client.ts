import { syncServerTime } from '@/shared/clock'
import { REQUEST_TIMEOUT_MS } from '@/shared/constants'
import { CanceledError, type FieldErrors, HttpError, type Problem } from './errors'

export type QueryValue = string | number | boolean | null | undefined
/** A list repeats its parameter: `stream_status=live&stream_status=upcoming`. */
export type Query = Record<string, QueryValue | readonly QueryValue[]>
export type Method = 'GET' | 'POST' | 'DELETE'

/** A JSON body, or a form with a file. */
export type RequestBody = Record<string, unknown> | FormData

/** A request with its full URL and API key. */
export interface HttpRequest {
  method: Method
  /** Absolute, or relative to the site's root: `/api/events`. */
  url: string
  query?: Query
  body?: RequestBody
  apiKey?: string
  headers?: Readonly<Record<string, string>>
  /** Requests with the same key count as one request (`Idempotency-Key`). */
  idempotencyKey?: string
  /** Bypass the browser's cache and read from the server. */
  fresh?: boolean
  /** Finish the request even if the viewer leaves the page (`keepalive`). */
  keepalive?: boolean
  signal?: AbortSignal
}

/** Media types of files that the API returns to the page. */
const FILE_TYPES = ['application/zip', 'application/pdf', 'text/csv', 'image/jpeg']

export type Fetch = typeof globalThis.fetch

/**
 * HTTP client without knowledge of sessions or stores.
 *
 * The API key goes into the query of GET and DELETE requests and of forms, and into the body of others (§7). Every request times out
 * after 30 s. A file is returned as a `Blob`. An error response becomes an `HttpError` with the server's message. A
 * request that its caller aborts becomes a `CanceledError`.
 */
export class HttpClient {
  constructor(private readonly fetch: Fetch = (...args) => globalThis.fetch(...args)) {}

  async send<T>(request: HttpRequest): Promise<T> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
    const requestedAt = performance.now()
    try {
      const response = await this.fetch(requestUrl(request), { ...requestInit(request), signal })
      syncServerTime(response.headers, requestedAt)
      if (!response.ok) throw await toHttpError(response)
      return (await parseBody(response)) as T
    } catch (error) {
      if (error instanceof HttpError) throw error
      if (request.signal?.aborted) throw new CanceledError()
      if (timeout.aborted) throw new HttpError(0, 'timeout', 'The server did not answer in time')
      throw new HttpError(0, 'network', 'The server could not be reached')
    }
  }
}

/** Return null for an empty response, a `Blob` for a file, or the parsed JSON. */
function parseBody(response: Response): Promise<unknown> | null {
  if (response.status === 204) return null
  const [contentType] = (response.headers.get('Content-Type') ?? '').split(';')
  return FILE_TYPES.includes(contentType as string) ? response.blob() : response.json()
}

function requestInit(request: HttpRequest): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json', ...request.headers }
  if (request.method !== 'POST') {
    return { method: request.method, headers, ...(request.fresh ? { cache: 'reload' } : {}) }
  }
  if (request.body instanceof FormData) return { method: 'POST', headers, body: request.body }
  const key = request.apiKey ? { api_key: request.apiKey } : {}
  headers['Content-Type'] = 'application/json'
  if (request.idempotencyKey) headers['Idempotency-Key'] = request.idempotencyKey
  const { keepalive } = request
  return { method: 'POST', headers, keepalive, body: JSON.stringify({ ...key, ...request.body }) }
}

function requestUrl(request: HttpRequest): string {
  const search = new URLSearchParams()
  const isInBody = request.method === 'POST' && !(request.body instanceof FormData)
  const key = isInBody ? undefined : request.apiKey
  for (const [name, value] of Object.entries({ ...request.query, api_key: key })) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') search.append(name, String(item))
    }
  }
  const query = search.toString()
  return query ? `${request.url}?${query}` : request.url
}

async function toHttpError(response: Response): Promise<HttpError> {
  const problem = ((await response.json().catch(() => null)) ?? {}) as Problem
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new HttpError(
    response.status,
    problem.code ?? '',
    problem.message ?? problem.detail ?? problem.title ?? '',
    toFieldErrors(problem),
    Number.isFinite(retryAfter) ? retryAfter : null,
    problem.error ?? null,
    response.headers.get('X-Request-Id'),
    problem.params,
    problem,
  )
}

function toFieldErrors({ errors = {}, error_codes: codes = {} }: Problem): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, messages]) => [
      field,
      messages.map((text, index) => ({ ...(codes[field]?.[index] ?? { code: '' }), text })),
    ]),
  )
}
