import type { Fetch } from '@/shared/http/client'

interface FakeResponse {
  status?: number
  json?: unknown
  headers?: Record<string, string>
}

/** Return a response with one item. */
export const itemResponse = (data: unknown, status = 200): FakeResponse => ({ status, json: { data } })

/** Return a response with one page of a list. */
export const listResponse = (data: readonly unknown[], total = data.length): FakeResponse => ({
  json: { data, meta: { total, limit: 20, offset: 0 } },
})

/** A recorded request. */
export interface RecordedRequest {
  method: string
  path: string
  query: Record<string, string>
  body: Record<string, unknown> | null
  headers: Record<string, string>
  /** The cache mode of `fetch`: `reload` skips the browser cache. */
  cache: RequestCache | undefined
}

/** A server for tests. It sends the queued responses of each path in order, and records the requests. */
export class FakeServer {
  readonly requests: RecordedRequest[] = []
  private readonly responses = new Map<string, (FakeResponse | Error)[]>()
  private readonly defaultResponses = new Map<string, (query: Record<string, string>) => FakeResponse>()

  /** Return the response for a path without queued responses. */
  byDefault(path: string, respond: (query: Record<string, string>) => FakeResponse): this {
    this.defaultResponses.set(path, respond)
    return this
  }

  /** Queue responses of a path. The last one is repeated. */
  on(path: string, ...responses: (FakeResponse | Error)[]): this {
    this.responses.set(path, responses)
    return this
  }

  readonly fetch: Fetch = async (input, init) => {
    const url = new URL(String(input), 'http://site')
    const body = init?.body ? readBody(init.body) : null
    this.requests.push({
      method: init?.method ?? 'GET',
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      body,
      headers: (init?.headers ?? {}) as Record<string, string>,
      cache: init?.cache,
    })
    init?.signal?.throwIfAborted()
    const defaultResponse = this.defaultResponses.get(url.pathname)?.(Object.fromEntries(url.searchParams))
    const queue = this.responses.get(url.pathname) ?? [defaultResponse ?? { status: 404, json: {} }]
    const response = (queue.length > 1 ? queue.shift() : queue[0]) ?? { status: 500 }
    if (response instanceof Error) throw response
    const { status = 200, json = {}, headers } = response
    return new Response(status === 204 ? null : JSON.stringify(json), { status, headers })
  }

  /** The requested paths, in order. */
  get paths(): string[] {
    return this.requests.map(request => request.path)
  }
}

function readBody(body: BodyInit): Record<string, unknown> {
  return body instanceof FormData ? Object.fromEntries(body) : JSON.parse(String(body))
}

/** The browser's storage in memory. */
export class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>()

  get length(): number {
    return this.values.size
  }
  key(index: number): string | null {
    return [...this.values.keys()][index] ?? null
  }
  getItem(name: string): string | null {
    return this.values.get(name) ?? null
  }
  setItem(name: string, value: string): void {
    this.values.set(name, value)
  }
  removeItem(name: string): void {
    this.values.delete(name)
  }
  clear(): void {
    this.values.clear()
  }
}
