import { syncServerTime } from '@/shared/clock'
import { REQUEST_TIMEOUT_MS } from '@/shared/constants'
import { CanceledError, type FieldErrors, HttpError, type Problem } from './errors'

export type QueryValue = string | number | boolean | null | undefined
/** A list repeats its parameter: `stream_status=live&stream_status=upcoming`. */
export type Query = Record<string, QueryValue | readonly QueryValue[]>
export type Method = 'GET' | 'POST' | 'DELETE'

/** One request, already knowing where it goes and who asks. */
export interface HttpRequest {
  method: Method
  /** Absolute, or from the site's root: `/api/events`. */
  url: string
  query?: Query
  body?: Record<string, unknown>
  apiKey?: string
  /** The same key means the same request, however often it is sent (`Idempotency-Key`). */
  idempotencyKey?: string
  /** As it is on the server now, whatever the browser has kept. */
  fresh?: boolean
  /** Sent to its end although the page goes away (`keepalive`). */
  keepalive?: boolean
  signal?: AbortSignal
}

/** The kinds of files that the server hands to the page itself. */
const FILE_TYPES = ['application/zip', 'application/pdf', 'text/csv']

export type Fetch = typeof globalThis.fetch

/**
 * The transport: it knows HTTP and nothing of sessions or stores.
 *
 * The api key goes into the query of GET and DELETE and into the body otherwise (§7). Every call
 * ends after 30 s. A file comes as a `Blob`. A refusal becomes an `HttpError` in the server's words; a call given up by its
 * caller becomes `Cancelled`.
 */
export class HttpClient {
  constructor(private readonly fetch: Fetch = (...call) => globalThis.fetch(...call)) {}

  async send<T>(call: HttpRequest): Promise<T> {
    const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout
    const requestedAt = performance.now()
    try {
      const response = await this.fetch(requestUrl(call), { ...requestInit(call), signal })
      syncServerTime(response.headers, requestedAt)
      if (!response.ok) throw await toHttpError(response)
      return (await parseBody(response)) as T
    } catch (error) {
      if (error instanceof HttpError) throw error
      if (call.signal?.aborted) throw new CanceledError()
      if (timeout.aborted) throw new HttpError(0, 'timeout', 'The server did not answer in time')
      throw new HttpError(0, 'network', 'The server could not be reached')
    }
  }
}

/** Nothing, a file as a `Blob`, or else what the JSON says. */
function parseBody(response: Response): Promise<unknown> | null {
  if (response.status === 204) return null
  const [type] = (response.headers.get('Content-Type') ?? '').split(';')
  return FILE_TYPES.includes(type as string) ? response.blob() : response.json()
}

function requestInit(call: HttpRequest): RequestInit {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (call.method !== 'POST') {
    return { method: call.method, headers, ...(call.fresh ? { cache: 'reload' } : {}) }
  }
  const key = call.apiKey ? { api_key: call.apiKey } : {}
  headers['Content-Type'] = 'application/json'
  if (call.idempotencyKey) headers['Idempotency-Key'] = call.idempotencyKey
  const { keepalive } = call
  return { method: 'POST', headers, keepalive, body: JSON.stringify({ ...key, ...call.body }) }
}

function requestUrl(call: HttpRequest): string {
  const search = new URLSearchParams()
  const key = call.method === 'POST' ? undefined : call.apiKey
  for (const [name, value] of Object.entries({ ...call.query, api_key: key })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one))
    }
  }
  const query = search.toString()
  return query ? `${call.url}?${query}` : call.url
}

async function toHttpError(response: Response): Promise<HttpError> {
  const problem = ((await response.json().catch(() => null)) ?? {}) as Problem
  const after = Number(response.headers.get('Retry-After') ?? Number.NaN)
  return new HttpError(
    response.status,
    problem.code ?? '',
    problem.message ?? problem.detail ?? problem.title ?? '',
    toFieldErrors(problem),
    Number.isFinite(after) ? after : null,
    problem.error ?? null,
    response.headers.get('X-Request-Id'),
    problem.params,
  )
}

function toFieldErrors({ errors = {}, error_codes: codes = {} }: Problem): FieldErrors {
  return Object.fromEntries(
    Object.entries(errors).map(([field, texts]) => [
      field,
      texts.map((text, index) => ({ ...(codes[field]?.[index] ?? { code: '' }), text })),
    ]),
  )
}
