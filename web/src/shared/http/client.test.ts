import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeServer } from '@/shared/testing/fakes'
import { HttpClient } from './client'
import { CanceledError, type HttpError } from './errors'

const server = new FakeServer()
const http = new HttpClient(server.fetch)
const caughtError = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    error => error as HttpError,
  )

beforeEach(() => {
  server.requests.length = 0
})

describe('the API key', () => {
  it('is in the query of GET and DELETE requests', async () => {
    server.on('/api/faq', { json: {} })
    await http.send({ method: 'GET', url: '/api/faq', apiKey: 'k', query: { lang: 'fr' } })
    await http.send({ method: 'DELETE', url: '/api/faq', apiKey: 'k' })
    expect(server.requests.map(({ method, query, body }) => ({ method, query, body }))).toEqual([
      { method: 'GET', query: { lang: 'fr', api_key: 'k' }, body: null },
      { method: 'DELETE', query: { api_key: 'k' }, body: null },
    ])
  })

  it('is in the body of other requests, beside the sent values', async () => {
    server.on('/api/profile', { json: {} })
    const body = { _method: 'patch', phone: '1' }
    await http.send({ method: 'POST', url: '/api/profile', apiKey: 'k', body, query: { lang: 'en' } })
    expect(server.requests[0]).toMatchObject({ query: { lang: 'en' }, body: { api_key: 'k', ...body } })
  })
})

describe('the browser cache', () => {
  it('is only skipped by requests that need fresh data', async () => {
    server.on('/api/packages', { json: {} })
    await http.send({ method: 'GET', url: '/api/packages', fresh: true })
    await http.send({ method: 'GET', url: '/api/packages' })
    expect(server.requests.map(({ cache }) => cache)).toEqual(['reload', undefined])
  })
})

describe('a query', () => {
  it('repeats list parameters and leaves out empty values', async () => {
    const fetch = vi.fn(async (_url: unknown) => Response.json({}))
    const query = { stream_status: ['live', 'upcoming'], city: null, q: '', limit: 0 }
    await new HttpClient(fetch).send({ method: 'GET', url: '/api/events', query })
    expect(fetch.mock.calls[0]?.[0]).toBe('/api/events?stream_status=live&stream_status=upcoming&limit=0')
  })
})

describe('an error response', () => {
  it('provides the server’s status, code, message and field errors', async () => {
    const json = {
      code: 'errors.invalid',
      message: 'Field is required',
      errors: { email: ['Field is required'] },
      error_codes: { email: [{ code: 'errors.required', params: {} }] },
    }
    server.on('/api/x', { status: 422, json })
    const error = await caughtError(http.send({ method: 'POST', url: '/api/x' }))
    expect(error).toMatchObject({ status: 422, code: 'errors.invalid', message: 'Field is required' })
    expect(error.errors).toEqual({
      email: [{ text: 'Field is required', code: 'errors.required', params: {} }],
    })
  })

  it('provides the retry time, even if its body is not JSON', async () => {
    server.on('/api/x', { status: 429, headers: { 'Retry-After': '7' } })
    expect((await caughtError(http.send({ method: 'GET', url: '/api/x' }))).retryAfter).toBe(7)
    const broken = new HttpClient(async () => new Response('<html>', { status: 502 }))
    expect(await caughtError(broken.send({ method: 'GET', url: '/' }))).toMatchObject({
      status: 502,
      code: '',
    })
  })

  it('is a network error if there is no response', async () => {
    server.on('/api/x', new TypeError('Failed to fetch'))
    expect(await caughtError(http.send({ method: 'GET', url: '/api/x' }))).toMatchObject({
      status: 0,
      code: 'network',
    })
  })
})

describe('a request', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  /** A client without a response. Its requests end only when they are aborted. */
  const unresponsive = new HttpClient(
    (_url, init) =>
      new Promise((_resolve, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
      ),
  )

  it('times out after 30 s', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(milliseconds => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(), milliseconds)
      return controller.signal
    })
    const error = caughtError(unresponsive.send({ method: 'GET', url: '/' }))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(await Promise.race([error, 'waiting'])).toBe('waiting')
    await vi.advanceTimersByTimeAsync(1)
    expect(await error).toMatchObject({ code: 'timeout' })
  })

  it('fails with the cancellation marker if its caller cancels it', async () => {
    const caller = new AbortController()
    const call = unresponsive.send({ method: 'GET', url: '/', signal: caller.signal })
    caller.abort()
    await expect(call).rejects.toBeInstanceOf(CanceledError)
  })
})
