import { expect, it, vi } from 'vitest'
import type { TelemetryPayloads } from '@/shared/telemetry'
import { ErrorReporter, scrub } from './ErrorReporter'

function createReporter(isOnline = true) {
  const fetch = vi.fn(async (_address: unknown, _init?: RequestInit) => new Response(null, { status: 204 }))
  const page = '/share/3/0d9f8f5a-58cb-4bd6-97a7-b3a2d7d3a4c9'
  const reporter = new ErrorReporter({ fetch, pagePath: () => page, isOnline: () => isOnline })
  const emit = <Name extends 'fault' | 'request'>(name: Name, event: TelemetryPayloads[Name]) =>
    reporter.handleEvent({ name, payload: event, at: 0 } as never)
  const sent = () => fetch.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))
  return { fetch, emit, sent }
}
const requestEvent = { method: 'GET', path: '/events/12', status: 502, ms: 40, requestId: 'a1b2c3d4' }

it('reports an uncaught error with its source, even when the page is closing', () => {
  const { fetch, emit, sent } = createReporter()
  const thrown = Object.assign(new TypeError('x is undefined'), { stack: 'TypeError: x\n at f (a.js:1:2)' })
  emit('fault', { kind: 'error', thrown })
  expect(fetch.mock.calls[0]?.[0]).toBe('/client-errors')
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', keepalive: true, credentials: 'omit' })
  expect(sent()).toEqual([
    {
      kind: 'error',
      message: 'x is undefined',
      stack: 'TypeError: x\n at f (a.js:1:2)',
      url: '/share/3/:key',
    },
  ])
})

it('reports a failed call with its status and its request id', () => {
  const { emit, sent } = createReporter()
  emit('request', requestEvent)
  expect(sent()).toEqual([
    {
      ...{ kind: 'request', message: 'GET /events/:id 502', status: 502, method: 'GET' },
      ...{ request_id: 'a1b2c3d4', url: '/share/3/:key' },
    },
  ])
})

it('does not report rejected requests or failures while offline', () => {
  const reporter = createReporter()
  for (const status of [200, 401, 404, 422, 429]) reporter.emit('request', { ...requestEvent, status })
  expect(reporter.fetch).not.toHaveBeenCalled()
  const offlineReporter = createReporter(false)
  offlineReporter.emit('request', { ...requestEvent, status: 0 })
  expect(offlineReporter.fetch).not.toHaveBeenCalled()
  reporter.emit('request', { ...requestEvent, status: 0 })
  expect(reporter.sent()).toMatchObject([{ message: 'GET /events/:id no answer' }])
})

it('reports at most ten errors of a page, each once', () => {
  const { fetch, emit } = createReporter()
  for (let index = 0; index < 30; index++) {
    const fault = { kind: 'error', thrown: `broken ${index % 15}` } as const
    emit('fault', fault)
  }
  expect(fetch).toHaveBeenCalledTimes(10)
})

it('does not report its own failed reports', async () => {
  const { fetch, emit } = createReporter()
  fetch.mockRejectedValue(new TypeError('no line'))
  emit('request', requestEvent)
  await Promise.resolve()
  expect(fetch).toHaveBeenCalledTimes(1)
})

it.each([
  ['a query', 'at https://a.example/x.js?api_key=s3cret:12:7', 'at https://a.example/x.js:12:7'],
  [
    'a query with a time',
    'at f (https://a.example/x.js?t=10:30&token=abc12:12:7)',
    'at f (https://a.example/x.js:12:7)',
  ],
  ['a query with a URL', 'no /login?next=http://localhost:8000/buy&code=XYZ there', 'no /login there'],
  ['a fragment', 'went to /login#token=abc and fell', 'went to /login and fell'],
  ['an email address', 'no account maya@example.com here', 'no account (address) here'],
  ['a possible key', 'key 9f86d081884c7d659a2feaa0c55ad015 is gone', 'key (key) is gone'],
  ['plain text stays as it is', 'Cannot read properties of undefined', 'Cannot read properties of undefined'],
])('removes keys and personal data from reports: %s', (_, text, kept) => {
  expect(scrub(text, 300)).toBe(kept)
})
