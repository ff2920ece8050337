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

const requests = () => vi.advanceTimersByTimeAsync(ANALYTICS_SEND_INTERVAL_MS)
const hidePage = () => window.dispatchEvent(new Event('pagehide'))

describe('a visit', () => {
  it('is a session under a name that the server gives, and its pages, with the key and without anybody', async () => {
    const page = createTrackedPage({ viewer: { id: 5 } })
    page.begin()
    page.telemetry.emit('page', { path: '/watch/12' })
    await requests()
    await requests()
    const [session] = page.of('session')
    expect(session).toMatchObject({ profile: 'profile-key', session: 'hash-1', platform: 'web' })
    expect(session).toMatchObject({
      device_type: 'computer',
      resolution: '0x0',
      origin_url: `${location.origin}/watch/12`,
    })
    expect(decodeURIComponent(String(session?.user_agent))).toBe(navigator.userAgent)
    expect(page.of('event')).toEqual([
      {
        ...{ profile: 'profile-key', session_uuid: 'hash-1', event: 'visit_page', page: '/watch/12' },
        ...{ event_id: 12, origin_url: `${location.origin}/watch/12`, at: NOON.getTime() },
        device_type: 'computer',
        token: 'token hash-1',
      },
    ])
    expect(page.shell.storage.get('analytics_session')).toBeNull()
  })

  it('tells who it is only where they agreed to it', async () => {
    const page = createTrackedPage({ viewer: { id: 5 } })
    page.consent.choose('yes')
    page.begin()
    page.telemetry.emit('login', {})
    await requests()
    expect(page.of('event')).toMatchObject([{ event: 'login', user_id: 5, consent: true }])
    expect(JSON.stringify(page.left)).not.toContain('user_email')
  })

  it('with consent is one session for 24 hours, on every page of the browser, and then another', async () => {
    const page = createTrackedPage()
    page.consent.choose('yes')
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    const { shell } = page
    expect(shell.storage.get('analytics_session')).toMatchObject({ hash: 'hash-1' })
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS - HOUR_MS)
    page.telemetry.emit('page', { path: '/faq' })
    await requests()
    expect(page.of('event').map(event => event.session_uuid)).toEqual(['hash-1', 'hash-1'])
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS)
    page.telemetry.emit('page', { path: '/live' })
    await requests()
    expect(page.of('event').at(-1)).toMatchObject({ session_uuid: 'hash-2', page: '/live' })
    await requests()
    expect(page.of('session').map(event => event.session)).toEqual(['hash-1', 'hash-2'])
  })

  it('continues a visit that another tab started, and sends it once', async () => {
    const page = createTrackedPage()
    page.consent.choose('yes')
    page.begin()
    page.fetch.mockImplementationOnce(async () => {
      page.shell.storage.set('analytics_session', { hash: 'of-the-other', at: Date.now() })
      return Response.json({ data: { hash: 'late' } })
    })
    page.telemetry.emit('page', { path: '/' })
    await requests()
    await requests()
    expect(page.of('event')).toMatchObject([{ session_uuid: 'of-the-other' }])
    expect(page.of('session')).toEqual([])
  })

  it('knows for 3 hours who sent it here, and then no more', async () => {
    const page = createTrackedPage({ search: '?trk=spring%20mail&team=4' })
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    vi.setSystemTime(NOON.getTime() + OUTER_TRACKING_LIFETIME_MS - 1)
    page.telemetry.emit('page', { path: '/faq' })
    vi.setSystemTime(NOON.getTime() + OUTER_TRACKING_LIFETIME_MS)
    page.telemetry.emit('page', { path: '/live' })
    await requests()
    expect(page.of('event').map(event => event.trk)).toEqual(['spring mail', 'spring mail', undefined])
    expect(page.shell.storage.get('analytics_trk')).toBeNull()
  })

  it('with consent keeps who sent it here for the pages after it', async () => {
    const first = createTrackedPage({ search: '?trk=mail' })
    first.consent.choose('yes')
    first.begin()
    expect(first.shell.storage.get('analytics_trk')).toBe('mail')
  })

  it('goes to the analytics’ own host as plain text, where it has one', async () => {
    const counting = { analytics_host: 'https://count.example.org' }
    const page = createTrackedPage({ channel: { analytics: counting } })
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    expect(page.fetch.mock.calls.map(([address]) => address)).toEqual([
      'https://count.example.org/datalake/hash/',
      '/api/report-token?api_key=key&session=hash-1',
      'https://count.example.org/datalake/session/',
      'https://count.example.org/datalake/event/',
    ])
    expect(page.fetch.mock.calls.at(-1)?.[1]?.headers).toEqual({ 'Content-Type': 'text/plain;charset=UTF-8' })
  })
})

describe('calls of the server', () => {
  it('are reported when they fail, and one in ten when they succeed', async () => {
    let chance = 0.1
    const page = createTrackedPage({ random: () => chance })
    page.begin()
    const call = { method: 'GET', path: '/events/12', ms: 12.4, requestId: null }
    page.telemetry.emit('request', { ...call, status: 200 })
    chance = 0.09
    page.telemetry.emit('request', { ...call, status: 201 })
    chance = 0.9
    page.telemetry.emit('request', { ...call, status: 404 })
    await requests()
    expect(page.of('event').map(({ event, route, status, ms }) => ({ event, route, status, ms }))).toEqual([
      { event: 'api_request', route: '/events/:id', status: 201, ms: 12 },
      { event: 'api_request', route: '/events/:id', status: 404, ms: 12 },
    ])
  })
})

describe('calls that the page broke off itself as it went away', () => {
  it('are not reported until the page is back', async () => {
    const reported = vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(null, { status: 204 }))
    const page = createTrackedPage()
    page.begin()
    const call = { method: 'GET', path: '/events/12', ms: 12, requestId: null }
    hidePage()
    page.telemetry.emit('request', { ...call, status: 0 })
    await requests()
    expect(page.of('event')).toEqual([])
    expect(reported).not.toHaveBeenCalled()
    page.telemetry.emit('request', { ...call, status: 503 })
    window.dispatchEvent(new Event('pageshow'))
    page.telemetry.emit('request', { ...call, status: 0 })
    await requests()
    expect(page.of('event').map(event => event.status)).toEqual([503, 0])
    expect(reported).toHaveBeenCalledTimes(2)
    reported.mockRestore()
  })
})

describe('nothing at all is sent', () => {
  const quiet = async (page: ReturnType<typeof createTrackedPage>) => {
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    hidePage()
    expect(page.fetch).not.toHaveBeenCalled()
    expect(page.left).toEqual([])
  }

  it('where the browser asks not to be tracked, even if somebody said yes once', async () => {
    const page = createTrackedPage({ isRefusedByBrowser: true })
    page.consent.choose('yes')
    await quiet(page)
  })

  it('after a no, and nothing stays that was kept before', async () => {
    const page = createTrackedPage({ search: '?trk=mail' })
    page.consent.choose('yes')
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    page.left.length = 0
    page.consent.choose('no')
    page.telemetry.emit('page', { path: '/faq' })
    await requests()
    hidePage()
    expect(page.left).toEqual([])
    expect(page.shell.storage.get('analytics_session')).toBeNull()
    expect(page.shell.storage.get('analytics_trk')).toBeNull()
  })

  it('after a no that comes while a list is on its way', async () => {
    const { page, answer } = await slowResponse()
    page.consent.choose('no')
    answer()
    await requests()
    hidePage()
    expect(page.left.map(({ path }) => path)).toEqual(['event'])
  })

  it('on this machine’s own names, unless that is forced', async () => {
    await quiet(createTrackedPage({ isTrackingEnabled: false }))
  })
})

describe('without a line', () => {
  it('what happens waits, 200 facts and not more, and is sent in lists of 50 once there is one', async () => {
    const page = createTrackedPage({ status: null })
    page.begin()
    for (let nth = 0; nth < 230; nth++) page.telemetry.emit('page', { path: `/watch/${nth}` })
    await requests()
    expect(page.left).toEqual([])
    page.line.status = 202
    await vi.advanceTimersByTimeAsync(60_000)
    const lists = page.left.filter(({ path }) => path === 'event')
    expect(lists.map(({ bodies: events }) => events.length)).toEqual([50, 50, 50, 49])
    expect(page.of('event').map(event => event.page)).not.toContain('/watch/30')
    expect(page.of('event').at(-1)).toMatchObject({ page: '/watch/229', at: NOON.getTime() })
  })

  it('reports nothing, and does not call a broken server every few seconds', async () => {
    const page = createTrackedPage({ status: 503 })
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await vi.advanceTimersByTimeAsync(30_000)
    expect(page.fetch).toHaveBeenCalledTimes(1)
  })

  it('it is kept for the next visit where the viewer agreed, and only there', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    for (const [choice, kept] of [
      ['yes', 1],
      [null, undefined],
    ] as const) {
      const page = createTrackedPage({ status: null })
      if (choice) page.consent.choose(choice)
      page.begin()
      page.telemetry.emit('page', { path: '/' })
      hidePage()
      expect(page.shell.storage.get<unknown[]>('analytics_queue')?.length).toBe(kept)
    }
  })

  it('the next visit sends it', async () => {
    const page = createTrackedPage()
    page.consent.choose('yes')
    page.shell.storage.set('analytics_queue', [
      { path: 'event', body: { event: 'visit_page', page: '/old', at: NOON.getTime() - HOUR_MS } },
    ])
    page.begin()
    await requests()
    expect(page.of('event')).toMatchObject([{ page: '/old', session_uuid: 'hash-1' }])
    expect(page.shell.storage.get('analytics_queue')).toBeNull()
  })

  it('does not send events older than a day', async () => {
    const page = createTrackedPage()
    page.consent.choose('yes')
    const at = NOON.getTime() - ANALYTICS_SESSION_LIFETIME_MS
    page.shell.storage.set(
      'analytics_queue',
      [at, at + 1].map(at => ({ path: 'event', body: { event: 'visit_page', at } })),
    )
    page.begin()
    await requests()
    expect(page.of('event').map(event => event.at)).toEqual([at + 1])
  })

  it('deletes stored events after a day', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    const page = createTrackedPage()
    page.consent.choose('yes')
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    hidePage()
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS - 1)
    expect(page.shell.storage.get('analytics_queue')).not.toBeNull()
    vi.setSystemTime(NOON.getTime() + ANALYTICS_SESSION_LIFETIME_MS)
    expect(page.shell.storage.get('analytics_queue')).toBeNull()
  })

  it('no beacon is tried where the server did not answer just now and the rest may be kept', async () => {
    for (const [choice, beacons] of [
      ['yes', 0],
      [null, 1],
    ] as const) {
      const page = createTrackedPage()
      if (choice) page.consent.choose(choice)
      page.begin()
      page.telemetry.emit('page', { path: '/' })
      await requests()
      page.line.status = 503
      page.telemetry.emit('page', { path: '/faq' })
      await requests()
      hidePage()
      expect(page.left.filter(({ transport: how }) => how === 'beacon').length).toBe(beacons)
    }
  })
})

/** A page whose first list of three is on its way until it is answered. */
async function slowResponse() {
  const page = createTrackedPage()
  page.begin()
  page.telemetry.emit('page', { path: '/' })
  await requests()
  await requests()
  page.left.length = 0
  let answer: () => void = () => undefined
  page.telemetry.emit('page', { path: '/faq' })
  page.telemetry.emit('play', { view: 'a', content: { type: 'event', id: 12 }, position: 0, event: 'pause' })
  await vi.advanceTimersByTimeAsync(0) // the token of what plays is here
  page.fetch.mockImplementationOnce(async (_, init) => {
    page.left.push({ path: 'event', bodies: JSON.parse(String(init?.body)), transport: 'call' })
    await new Promise<void>(done => {
      answer = done
    })
    return new Response('{}', { status: 202 })
  })
  await requests()
  page.telemetry.emit('page', { path: '/live' })
  return { page, answer }
}

describe('a page that goes away', () => {
  it('sends the rest at once, by a beacon', async () => {
    const page = createTrackedPage()
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    await requests()
    page.left.length = 0
    page.telemetry.emit('page', { path: '/faq' })
    hidePage()
    expect(page.left).toMatchObject([{ transport: 'beacon', path: 'event', bodies: [{ page: '/faq' }] }])
    await requests()
    expect(page.left.length).toBe(1)
  })

  it('leaves requests in flight to the browser, and does not send them twice', async () => {
    const page = createTrackedPage()
    page.consent.choose('yes')
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    await requests()
    page.left.length = 0
    page.fetch.mockImplementation(() => new Promise(() => undefined))
    page.telemetry.emit('page', { path: '/faq' })
    await requests()
    page.telemetry.emit('page', { path: '/live' })
    hidePage()
    expect(page.fetch.mock.calls.at(-1)?.[1]).toMatchObject({ method: 'POST', keepalive: true })
    expect(page.left.flatMap(({ bodies: events }) => events.map(event => event.page))).toEqual(['/live'])
    expect(page.shell.storage.get('analytics_queue')).toBeNull()
  })

  it('while one list is on its way sends the next ones by a beacon, and nothing twice', async () => {
    const { page, answer } = await slowResponse()
    hidePage()
    answer()
    await requests()
    expect(page.of('event').map(event => event.page)).toEqual(['/faq', '/live'])
    expect(page.of('video/event').length).toBe(1)
  })

  it('that is only hidden does the same', async () => {
    const page = createTrackedPage()
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    await requests()
    page.left.length = 0
    page.telemetry.emit('page', { path: '/faq' })
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
    expect(page.left).toMatchObject([{ transport: 'beacon', bodies: [{ page: '/faq' }] }])
  })
})

describe('a call of the analytics', () => {
  it('is given up after 30 seconds', async () => {
    const limit = vi.spyOn(AbortSignal, 'timeout')
    const page = createTrackedPage()
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    expect(new Set(limit.mock.calls.map(([milliseconds]) => milliseconds))).toEqual(new Set([30_000]))
  })
})
