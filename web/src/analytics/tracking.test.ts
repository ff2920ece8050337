// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  ANALYTICS_SEND_INTERVAL_MS,
  ANALYTICS_SESSION_LIFETIME_MS,
  HOUR_MS,
  OUTER_TRACKING_LIFETIME_MS,
} from '@/shared/constants'
import { createTrackedPage } from './testing/trackedPage'

const NOON = new Date('2026-11-21T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  history.replaceState(null, '', '/')
})
afterEach(() => void vi.useRealTimers())

const sendQueue = () => vi.advanceTimersByTimeAsync(ANALYTICS_SEND_INTERVAL_MS)
const hidePage = () => window.dispatchEvent(new Event('pagehide'))

describe('a visit', () => {
  it('is sent as a server-issued session with its page views, without user data', async () => {
    const page = createTrackedPage({ viewer: { id: 5 } })
    page.startTracking()
    page.telemetry.emit('page', { path: '/watch/12' })
    await sendQueue()
    await sendQueue()
    const [session] = page.sent('session')
    expect(session).toMatchObject({ profile: 'profile-key', session: 'hash-1', platform: 'web' })
    expect(session).toMatchObject({
      device_type: 'computer',
      resolution: '0x0',
      origin_url: `${location.origin}/watch/12`,
    })
    expect(decodeURIComponent(String(session?.user_agent))).toBe(navigator.userAgent)
    expect(page.sent('event')).toEqual([
      {
        ...{ profile: 'profile-key', session_uuid: 'hash-1', event: 'visit_page', page: '/watch/12' },
        ...{ event_id: 12, origin_url: `${location.origin}/watch/12`, at: NOON.getTime() },
        device_type: 'computer',
        token: 'token hash-1',
      },
    ])
    expect(page.shell.storage.get('analytics_session')).toBeNull()
  })

  it('includes the user ID only with the viewer’s consent', async () => {
    const page = createTrackedPage({ viewer: { id: 5 } })
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('login', {})
    await sendQueue()
    expect(page.sent('event')).toMatchObject([{ event: 'login', user_id: 5, consent: true }])
    expect(JSON.stringify(page.sentCalls)).not.toContain('user_email')
  })

  it('with consent is one session for 24 hours across all pages, and then a new one', async () => {
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    const { shell } = page
    expect(shell.storage.get('analytics_session')).toMatchObject({ hash: 'hash-1' })
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS - HOUR_MS)
    page.telemetry.emit('page', { path: '/faq' })
    await sendQueue()
    expect(page.sent('event').map(event => event.session_uuid)).toEqual(['hash-1', 'hash-1'])
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS)
    page.telemetry.emit('page', { path: '/live' })
    await sendQueue()
    expect(page.sent('event').at(-1)).toMatchObject({ session_uuid: 'hash-2', page: '/live' })
    await sendQueue()
    expect(page.sent('session').map(event => event.session)).toEqual(['hash-1', 'hash-2'])
  })

  it('continues a visit that another tab started, and sends it once', async () => {
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    page.startTracking()
    page.fetch.mockImplementationOnce(async () => {
      page.shell.storage.set('analytics_session', { hash: 'of-the-other', at: Date.now() })
      return Response.json({ data: { hash: 'late' } })
    })
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    await sendQueue()
    expect(page.sent('event')).toMatchObject([{ session_uuid: 'of-the-other' }])
    expect(page.sent('session')).toEqual([])
  })

  it('keeps its tracking code for 3 hours', async () => {
    const page = createTrackedPage({ search: '?trk=spring%20mail&team=4' })
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    vi.setSystemTime(NOON.getTime() + OUTER_TRACKING_LIFETIME_MS - 1)
    page.telemetry.emit('page', { path: '/faq' })
    vi.setSystemTime(NOON.getTime() + OUTER_TRACKING_LIFETIME_MS)
    page.telemetry.emit('page', { path: '/live' })
    await sendQueue()
    expect(page.sent('event').map(event => event.trk)).toEqual(['spring mail', 'spring mail', undefined])
    expect(page.shell.storage.get('analytics_trk')).toBeNull()
  })

  it('with consent stores its tracking code for later pages', async () => {
    const first = createTrackedPage({ search: '?trk=mail' })
    first.consent.setChoice('yes')
    first.startTracking()
    expect(first.shell.storage.get('analytics_trk')).toBe('mail')
  })

  it('is sent to the channel’s analytics host as plain text, if it has one', async () => {
    const analytics = { analytics_host: 'https://count.example.org' }
    const page = createTrackedPage({ channel: { analytics } })
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    expect(page.fetch.mock.calls.map(([address]) => address)).toEqual([
      'https://count.example.org/datalake/hash/',
      '/api/report-token?api_key=key&session=hash-1',
      'https://count.example.org/datalake/session/',
      'https://count.example.org/datalake/event/',
    ])
    expect(page.fetch.mock.calls.at(-1)?.[1]?.headers).toEqual({ 'Content-Type': 'text/plain;charset=UTF-8' })
  })
})

describe('API calls', () => {
  it('are reported if they fail, and one in ten if they succeed', async () => {
    let chance = 0.1
    const page = createTrackedPage({ random: () => chance })
    page.startTracking()
    const call = { method: 'GET', path: '/events/12', ms: 12.4, requestId: null }
    page.telemetry.emit('request', { ...call, status: 200 })
    chance = 0.09
    page.telemetry.emit('request', { ...call, status: 201 })
    chance = 0.9
    page.telemetry.emit('request', { ...call, status: 404 })
    await sendQueue()
    expect(page.sent('event').map(({ event, route, status, ms }) => ({ event, route, status, ms }))).toEqual([
      { event: 'api_request', route: '/events/:id', status: 201, ms: 12 },
      { event: 'api_request', route: '/events/:id', status: 404, ms: 12 },
    ])
  })
})

describe('API calls that the page aborts when it closes', () => {
  it('are not reported until the page is back', async () => {
    const reported = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
    const page = createTrackedPage()
    page.startTracking()
    const call = { method: 'GET', path: '/events/12', ms: 12, requestId: null }
    hidePage()
    page.telemetry.emit('request', { ...call, status: 0 })
    await sendQueue()
    expect(page.sent('event')).toEqual([])
    expect(reported).not.toHaveBeenCalled()
    page.telemetry.emit('request', { ...call, status: 503 })
    window.dispatchEvent(new Event('pageshow'))
    page.telemetry.emit('request', { ...call, status: 0 })
    await sendQueue()
    expect(page.sent('event').map(event => event.status)).toEqual([503, 0])
    expect(reported).toHaveBeenCalledTimes(2)
    reported.mockRestore()
  })
})

describe('nothing is sent', () => {
  const expectNothingSent = async (page: ReturnType<typeof createTrackedPage>) => {
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    hidePage()
    expect(page.fetch).not.toHaveBeenCalled()
    expect(page.sentCalls).toEqual([])
  }

  it('if the browser asks not to be tracked, even after earlier consent', async () => {
    const page = createTrackedPage({ isRefusedByBrowser: true })
    page.consent.setChoice('yes')
    await expectNothingSent(page)
  })

  it('after the viewer declines, and stored data is deleted', async () => {
    const page = createTrackedPage({ search: '?trk=mail' })
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    page.sentCalls.length = 0
    page.consent.setChoice('no')
    page.telemetry.emit('page', { path: '/faq' })
    await sendQueue()
    hidePage()
    expect(page.sentCalls).toEqual([])
    expect(page.shell.storage.get('analytics_session')).toBeNull()
    expect(page.shell.storage.get('analytics_trk')).toBeNull()
  })

  it('after the viewer declines while a request is in flight', async () => {
    const { page, respond } = await slowResponse()
    page.consent.setChoice('no')
    respond()
    await sendQueue()
    hidePage()
    expect(page.sentCalls.map(({ path }) => path)).toEqual(['event'])
  })

  it('on localhost, unless tracking is forced', async () => {
    await expectNothingSent(createTrackedPage({ isTrackingEnabled: false }))
  })
})

describe('without a connection', () => {
  it('up to 200 events are queued, and later sent in batches of 50', async () => {
    const page = createTrackedPage({ status: null })
    page.startTracking()
    for (let index = 0; index < 230; index++) page.telemetry.emit('page', { path: `/watch/${index}` })
    await sendQueue()
    expect(page.sentCalls).toEqual([])
    page.server.status = 202
    await vi.advanceTimersByTimeAsync(60_000)
    const batches = page.sentCalls.filter(({ path }) => path === 'event')
    expect(batches.map(({ bodies }) => bodies.length)).toEqual([50, 50, 50, 49])
    expect(page.sent('event').map(event => event.page)).not.toContain('/watch/30')
    expect(page.sent('event').at(-1)).toMatchObject({ page: '/watch/229', at: NOON.getTime() })
  })

  it('nothing is reported, and an unavailable server is not called every few seconds', async () => {
    const page = createTrackedPage({ status: 503 })
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(page.fetch).toHaveBeenCalledTimes(1)
  })

  it('the queue is stored for the next visit only with the viewer’s consent', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    for (const [choice, kept] of [
      ['yes', 1],
      [null, undefined],
    ] as const) {
      const page = createTrackedPage({ status: null })
      if (choice) page.consent.setChoice(choice)
      page.startTracking()
      page.telemetry.emit('page', { path: '/' })
      hidePage()
      expect(page.shell.storage.get<unknown[]>('analytics_queue')?.length).toBe(kept)
    }
  })

  it('the stored queue is sent on the next visit', async () => {
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    page.shell.storage.set('analytics_queue', [
      { path: 'event', body: { event: 'visit_page', page: '/old', at: NOON.getTime() - HOUR_MS } },
    ])
    page.startTracking()
    await sendQueue()
    expect(page.sent('event')).toMatchObject([{ page: '/old', session_uuid: 'hash-1' }])
    expect(page.shell.storage.get('analytics_queue')).toBeNull()
  })

  it('stored events older than a day are not sent', async () => {
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    const at = NOON.getTime() - ANALYTICS_SESSION_LIFETIME_MS
    page.shell.storage.set(
      'analytics_queue',
      [at, at + 1].map(at => ({ path: 'event', body: { event: 'visit_page', at } })),
    )
    page.startTracking()
    await sendQueue()
    expect(page.sent('event').map(event => event.at)).toEqual([at + 1])
  })

  it('stored events are deleted after a day', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    hidePage()
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS - 1)
    expect(page.shell.storage.get('analytics_queue')).not.toBeNull()
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS)
    expect(page.shell.storage.get('analytics_queue')).toBeNull()
  })

  it('no beacon is sent if the last request failed and the queue can be stored', async () => {
    for (const [choice, beacons] of [
      ['yes', 0],
      [null, 1],
    ] as const) {
      const page = createTrackedPage()
      if (choice) page.consent.setChoice(choice)
      page.startTracking()
      page.telemetry.emit('page', { path: '/' })
      await sendQueue()
      page.server.status = 503
      page.telemetry.emit('page', { path: '/faq' })
      await sendQueue()
      hidePage()
      expect(page.sentCalls.filter(({ transport }) => transport === 'beacon').length).toBe(beacons)
    }
  })
})

/** A page with a request in flight until `respond` is called. */
async function slowResponse() {
  const page = createTrackedPage()
  page.startTracking()
  page.telemetry.emit('page', { path: '/' })
  await sendQueue()
  await sendQueue()
  page.sentCalls.length = 0
  let respond: () => void = () => undefined
  page.telemetry.emit('page', { path: '/faq' })
  page.telemetry.emit('play', { view: 'a', content: { type: 'event', id: 12 }, position: 0, event: 'pause' })
  await vi.advanceTimersByTimeAsync(0) // the token of the played content has arrived
  page.fetch.mockImplementationOnce(async (_, init) => {
    page.sentCalls.push({ path: 'event', bodies: JSON.parse(String(init?.body)), transport: 'call' })
    await new Promise<void>(done => {
      respond = done
    })
    return new Response('{}', { status: 202 })
  })
  await sendQueue()
  page.telemetry.emit('page', { path: '/live' })
  return { page, respond }
}

describe('a page that closes', () => {
  it('sends the queue at once with a beacon', async () => {
    const page = createTrackedPage()
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    await sendQueue()
    page.sentCalls.length = 0
    page.telemetry.emit('page', { path: '/faq' })
    hidePage()
    expect(page.sentCalls).toMatchObject([{ transport: 'beacon', path: 'event', bodies: [{ page: '/faq' }] }])
    await sendQueue()
    expect(page.sentCalls.length).toBe(1)
  })

  it('leaves requests in flight to the browser, and does not send them twice', async () => {
    const page = createTrackedPage()
    page.consent.setChoice('yes')
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    await sendQueue()
    page.sentCalls.length = 0
    page.fetch.mockImplementation(() => new Promise(() => undefined))
    page.telemetry.emit('page', { path: '/faq' })
    await sendQueue()
    page.telemetry.emit('page', { path: '/live' })
    hidePage()
    expect(page.fetch.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'POST', keepalive: true })
    expect(page.sentCalls.flatMap(({ bodies }) => bodies.map(event => event.page))).toEqual(['/live'])
    expect(page.shell.storage.get('analytics_queue')).toBeNull()
  })

  it('sends the queue with a beacon while a request is in flight, and nothing twice', async () => {
    const { page, respond } = await slowResponse()
    hidePage()
    respond()
    await sendQueue()
    expect(page.sent('event').map(event => event.page)).toEqual(['/faq', '/live'])
    expect(page.sent('video/event').length).toBe(1)
  })

  it('sends the queue when it is only hidden, too', async () => {
    const page = createTrackedPage()
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    await sendQueue()
    page.sentCalls.length = 0
    page.telemetry.emit('page', { path: '/faq' })
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(page.sentCalls).toMatchObject([{ transport: 'beacon', bodies: [{ page: '/faq' }] }])
  })
})

describe('an analytics request', () => {
  it('times out after 30 seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    const page = createTrackedPage()
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    expect(new Set(limit.mock.calls.map(([milliseconds]) => milliseconds))).toEqual(new Set([30_000]))
  })
})
