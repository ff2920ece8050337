import { beforeEach, describe, expect, it } from 'vitest'
import { BrowserStorage } from '@/shared/storage/BrowserStorage'
import { FakeServer, MemoryStorage } from '@/shared/testing/fakes'
import { HttpClient } from './client'
import { CanceledError, type HttpError } from './errors'
import { Session, type SessionEvents } from './session'

const channelKeyError = {
  status: 403,
  json: { code: 'errors.channel_key', message: 'No channel or api key found' },
}
const apiKeyError = { status: 403, json: { code: 'errors.api_key', message: 'No channel or api key found' } }

let server: FakeServer
let storage: BrowserStorage
let sleepDurations: number[]
let recordEvents: [keyof SessionEvents, unknown][]
let session: Session

beforeEach(() => {
  server = new FakeServer()
    .on('/channel-key', { json: { data: { channel_key: 'channel' } } })
    .on('/api/get_api_key', { json: { data: { api_key: 'key' } } }, { json: { data: { api_key: 'fresh' } } })
    .on('/api/faq', { json: { data: [] } })
  storage = new BrowserStorage('test', new MemoryStorage())
  sleepDurations = []
  recordEvents = []
  session = new Session({
    http: new HttpClient(server.fetch),
    storage,
    hosts: () => ({}),
    language: () => 'fr',
    sleep: async milliseconds => {
      sleepDurations.push(milliseconds)
    },
  })
  for (const name of ['apiKeyError', 'userReset', 'throttled', 'globalError'] as const) {
    session.events.on(name, event => recordEvents.push([name, event]))
  }
})

const rejection = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call was not refused'),
    error => error as HttpError,
  )

describe('a call that needs a robot check', () => {
  const robotCheckError = { status: 428, json: { code: 'errors.robot_check', message: 'robot?' } }
  const challenge = {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      cost: 1,
      keyLength: 32,
      keyPrefix: '0',
      nonce: '00'.repeat(16),
      salt: '11'.repeat(16),
    },
    signature: 'signed',
  }

  beforeEach(() => server.on('/api/robot_check', { json: { data: challenge } }))

  it('is sent again with the solution, as the same request', async () => {
    server.on('/api/stripe/buy', robotCheckError, { json: { data: { id: 1 } } })
    const headers = { Extra: 'kept' }
    await session.post('/stripe/buy', { id: 7 }, { headers, idempotencyKey: 'once' })
    const [first, check, second] = server.requests.slice(-3)
    expect(check?.path).toBe('/api/robot_check')
    expect(second?.body).toEqual(first?.body)
    expect(second?.headers).toMatchObject({ Extra: 'kept', 'Idempotency-Key': 'once' })
    const payload = JSON.parse(atob(String(second?.headers?.['Robot-Check'])))
    expect(payload.challenge).toEqual(challenge)
    expect(payload.solution.derivedKey.startsWith('0')).toBe(true)
  })

  it('fails if the server refuses the solution', async () => {
    server.on('/api/faq', robotCheckError)
    expect(await rejection(session.get('/faq'))).toMatchObject({ status: 428, code: 'errors.robot_check' })
    expect(server.paths.filter(path => path === '/api/faq')).toHaveLength(2)
  })
})

describe('the API key', () => {
  it('is requested with the channel key, and stored', async () => {
    await session.get('/faq')
    await session.get('/faq')
    expect(server.paths).toEqual(['/channel-key', '/api/get_api_key', '/api/faq', '/api/faq'])
    expect(server.requests[1]?.body).toEqual({ channel_key: 'channel' })
    expect(server.requests[2]?.query).toEqual({ api_key: 'key', lang: 'fr' })
  })

  it('is requested again after a 429 response, up to a limit', async () => {
    const rateLimited = { status: 429, headers: { 'Retry-After': '6' } }
    server.on('/api/get_api_key', rateLimited, rateLimited, { json: { data: { api_key: 'key' } } })
    await session.get('/faq')
    expect(server.requests.at(-1)?.query).toMatchObject({ api_key: 'key' })
    expect(sleepDurations).toHaveLength(2)
    expect(Math.min(...sleepDurations)).toBeGreaterThanOrEqual(6000)
    expect(Math.max(...sleepDurations)).toBeLessThan(9001)
    storage.remove('api_key')
    server.on('/api/get_api_key', rateLimited)
    expect(await rejection(session.get('/faq'))).toMatchObject({ status: 429 })
    expect(sleepDurations).toHaveLength(5)
  })

  it('is requested once by simultaneous calls', async () => {
    await Promise.all([session.get('/faq'), session.get('/faq'), session.get('/faq')])
    expect(server.paths.filter(path => path === '/api/get_api_key')).toHaveLength(1)
  })

  it('is requested once per visit if the browser blocks storage', async () => {
    const setup = { http: new HttpClient(server.fetch), hosts: () => ({}), language: () => 'en' }
    const framedSession = new Session({ ...setup, storage: new BrowserStorage('test', null) })
    await framedSession.get('/faq')
    await framedSession.get('/faq')
    expect(server.paths).toEqual(['/channel-key', '/api/get_api_key', '/api/faq', '/api/faq'])
  })

  it('is requested from the hosts in project.json, and in development for the channel in the URL', async () => {
    const paths: string[] = []
    const otherSession = new Session({
      http: new HttpClient(async url => {
        paths.push(String(url))
        return Response.json({ data: { channel_key: 'c', api_key: 'k' } })
      }),
      storage,
      hosts: () => ({ api_host: 'https://api.test', keys_host: 'https://keys.test' }),
      language: () => 'en',
      channel: 'atelier',
    })
    await otherSession.get('/faq')
    expect(paths).toEqual([
      'https://keys.test/channel-key?channel=atelier',
      'https://api.test/api/get_api_key',
      'https://api.test/api/faq?lang=en&api_key=k',
    ])
  })
})

describe('a response', () => {
  const recordFinished = () => {
    const events: unknown[] = []
    session.events.on('requestFinished', event => events.push(event))
    return events
  }
  const call = { method: 'GET', path: '/faq', ms: expect.any(Number), requestId: null }

  it('is reported, successful or not, with the request id of an error', async () => {
    const events = recordFinished()
    const headers = { 'X-Request-Id': 'a1b2c3d4' }
    server.on('/api/faq', { json: {} }, { status: 502, headers }, new TypeError('no line'))
    await session.get('/faq')
    await rejection(session.get('/faq'))
    await rejection(session.get('/faq'))
    expect(events).toEqual([
      { ...call, status: 200 },
      { ...call, status: 502, requestId: 'a1b2c3d4' },
      { ...call, status: 0 },
    ])
  })

  it('to a canceled call is not reported', async () => {
    const events = recordFinished()
    await rejection(session.get('/faq', {}, { signal: AbortSignal.abort() }))
    expect(events).toEqual([])
  })
})

describe('errors.channel_key', () => {
  it('clears both keys, emits an event, and retries the call once after 1 s', async () => {
    server.on('/api/faq', channelKeyError, { json: { data: ['answer'] } })
    expect(await session.get('/faq')).toEqual({ data: ['answer'] })
    expect(sleepDurations).toEqual([1000])
    expect(recordEvents).toEqual([['apiKeyError', { code: 'errors.channel_key', final: false }]])
    expect(server.paths.filter(path => path === '/channel-key')).toHaveLength(2)
    expect(server.requests.at(-1)?.query.api_key).toBe('fresh')
  })

  it('is final the second time', async () => {
    server.on('/api/faq', channelKeyError)
    expect(await rejection(session.get('/faq'))).toMatchObject({ code: 'errors.channel_key' })
    expect(server.paths.filter(path => path === '/api/faq')).toHaveLength(2)
    expect(recordEvents.at(-1)).toEqual(['apiKeyError', { code: 'errors.channel_key', final: true }])
  })

  it('during the API key request replaces a withdrawn channel key at once', async () => {
    storage.set('channel_key', 'withdrawn')
    server.on('/api/get_api_key', channelKeyError, { json: { data: { api_key: 'fresh' } } })
    await session.get('/faq')
    expect(sleepDurations).toEqual([])
    expect(recordEvents).toEqual([])
    expect(storage.get('channel_key')).toBe('channel')
  })

  it('is resolved if both stored keys are from before the channel was recreated', async () => {
    storage.set('channel_key', 'withdrawn')
    storage.set('api_key', 'old')
    server
      .on('/api/get_api_key', channelKeyError, { json: { data: { api_key: 'fresh' } } })
      .on('/api/faq', apiKeyError, { json: { data: ['answer'] } })
    expect(await session.get('/faq')).toEqual({ data: ['answer'] })
    expect(recordEvents).toEqual([
      ['apiKeyError', { code: 'errors.api_key', final: false }],
      ['userReset', { reason: 'api_key' }],
    ])
    expect([storage.get('channel_key'), storage.get('api_key')]).toEqual(['channel', 'fresh'])
  })

  it('ends after two tries if the current channel key is rejected as well', async () => {
    storage.set('channel_key', 'withdrawn')
    server.on('/api/get_api_key', channelKeyError)
    expect(await rejection(session.get('/faq'))).toMatchObject({ code: 'errors.channel_key' })
    const keys = server.requests.filter(({ path }) => path === '/api/get_api_key').map(({ body }) => body)
    expect(keys).toEqual([
      { channel_key: 'withdrawn' },
      { channel_key: 'channel' },
      { channel_key: 'channel' },
    ])
    expect(storage.get('channel_key')).toBeNull()
    expect(recordEvents.at(-1)).toEqual(['apiKeyError', { code: 'errors.channel_key', final: true }])
  })
})

describe('errors.api_key', () => {
  it('clears only the API key, resets the viewer, and retries the call once', async () => {
    server.on('/api/faq', apiKeyError, { json: { data: [] } })
    await session.get('/faq')
    expect(sleepDurations).toEqual([1000])
    expect(recordEvents).toContainEqual(['userReset', { reason: 'api_key' }])
    expect(server.paths.filter(path => path === '/channel-key')).toHaveLength(1)
    expect(storage.get('api_key')).toBe('fresh')
  })

  it('is emitted once for all failed calls, after the next key is available', async () => {
    storage.set('api_key', 'old')
    server.on('/api/faq', apiKeyError, apiKeyError, { json: { data: [] } })
    await Promise.all([session.get('/faq'), session.get('/faq')])
    expect(recordEvents.map(([name]) => name)).toEqual(['apiKeyError', 'apiKeyError', 'userReset'])
  })

  it('is not emitted if the next key is rejected as well', async () => {
    server.on('/api/faq', apiKeyError)
    await rejection(session.get('/faq'))
    expect(recordEvents.map(([name]) => name)).toEqual(['apiKeyError', 'apiKeyError'])
  })

  it('keeps a newer key that another call has stored', async () => {
    storage.set('api_key', 'old')
    server.on('/api/faq', apiKeyError, { json: { data: [] } })
    const late = new Session({
      http: new HttpClient((...call) => {
        storage.set('api_key', 'newer')
        return server.fetch(...call)
      }),
      storage,
      hosts: () => ({}),
      language: () => 'en',
      sleep: async () => undefined,
    })
    await late.get('/faq')
    expect(storage.get('api_key')).toBe('newer')
    expect(server.requests.map(({ query }) => query.api_key)).toEqual(['old', 'newer'])
  })

  it('leaves no API key if the server provides none', async () => {
    server.on('/api/get_api_key', { json: { data: {} } })
    expect(await rejection(session.get('/faq'))).toMatchObject({
      code: 'errors.api_key',
      message: 'no api key',
    })
  })
})

describe('a page-wide event', () => {
  it('is emitted for 429, which is not retried', async () => {
    server.on('/api/faq', { status: 429, headers: { 'Retry-After': '3' } })
    expect(await rejection(session.get('/faq'))).toMatchObject({ status: 429 })
    expect(recordEvents).toEqual([['throttled', { retryAfter: 3 }]])
    expect(server.paths.filter(path => path === '/api/faq')).toHaveLength(1)
  })

  it('is emitted for 401 and resets the stores, unless the call allows 401', async () => {
    server.on('/api/favorites', { status: 401 }).on('/api/profile', { status: 401 })
    await rejection(session.get('/profile', {}, { allow401: true }))
    expect(recordEvents).toEqual([])
    await rejection(session.get('/favorites'))
    expect(recordEvents).toEqual([['userReset', { reason: 'unauthenticated' }]])
  })

  it('is not emitted for a late 401 of the visitor before a log-in', async () => {
    server.on('/api/favorites', { status: 401 })
    session.adoptKey('a visitor’s')
    const late = rejection(session.get('/favorites'))
    session.adoptKey('theirs')
    await late
    expect(recordEvents).toEqual([])
  })

  it('is a global error for 5xx, or for the statuses that the call names', async () => {
    server.on('/api/faq', { status: 500 }).on('/api/pages/1', { status: 404 })
    await rejection(session.get('/faq'))
    await rejection(session.get('/pages/1'))
    await rejection(session.get('/pages/1', {}, { globalErrorStatuses: [404] }))
    await rejection(session.get('/faq', {}, { globalErrorStatuses: [] }))
    const globalErrors = recordEvents.map(([name, event]) => [
      name,
      (event as SessionEvents['globalError']).error.status,
    ])
    expect(globalErrors).toEqual([
      ['globalError', 500],
      ['globalError', 404],
    ])
  })

  it('is emitted for 500, but for 400 only if the call names it; both have the server’s message', async () => {
    const clientError = { json: { code: 'errors.bad_request', message: 'That cannot be read' } }
    server.on('/api/faq', { status: 500, ...clientError }).on('/api/pages/1', { status: 400, ...clientError })
    expect(await rejection(session.get('/pages/1'))).toMatchObject({
      status: 400,
      message: 'That cannot be read',
    })
    expect(recordEvents).toEqual([])
    const globalError = { error: expect.objectContaining({ status: 500, message: 'That cannot be read' }) }
    await rejection(session.get('/faq'))
    expect(recordEvents).toEqual([['globalError', globalError]])
    await rejection(session.get('/pages/1', {}, { globalErrorStatuses: [400] }))
    expect(recordEvents).toHaveLength(2)
    expect(server.paths.filter(path => path === '/api/pages/1')).toHaveLength(2)
  })

  it('is not emitted for a canceled call, which fails with its marker', async () => {
    storage.set('api_key', 'key')
    const caller = new AbortController()
    caller.abort()
    const call = session.get('/faq', {}, { signal: caller.signal })
    await expect(call).rejects.toBeInstanceOf(CanceledError)
    expect(recordEvents).toEqual([])
  })
})

describe('a PATCH call', () => {
  it('is a POST with the method in the body', async () => {
    server.on('/api/profile', { json: { data: {} } })
    await session.patch('/profile', { phone: '1' })
    expect(server.requests.at(-1)).toMatchObject({ method: 'POST', body: { _method: 'patch', phone: '1' } })
  })
})
