// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ANALYTICS_RETRY_MS, ANALYTICS_SEND_INTERVAL_MS, HOUR_MS } from '@/shared/constants'
import { createTrackedPage } from './testing/trackedPage'

const NOON = new Date('2026-11-21T12:00:00Z')

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  history.replaceState(null, '', '/')
})
afterEach(() => void vi.useRealTimers())

const sendQueue = () => vi.advanceTimersByTimeAsync(ANALYTICS_SEND_INTERVAL_MS)
const hidePage = () => window.dispatchEvent(new Event('pagehide'))

describe('report tokens', () => {
  const play = (page: ReturnType<typeof createTrackedPage>, id: number, type: 'live' | 'vod' = 'live') =>
    page.telemetry.emit('play', { event: 'pause', view: `view-${id}`, content: { type, id }, position: 1 })

  it('are requested once per session and per content item, and sent with every report', async () => {
    const page = createTrackedPage()
    page.startTracking()
    page.telemetry.emit('page', { path: '/watch/12' })
    play(page, 12)
    play(page, 12)
    play(page, 3, 'vod')
    await sendQueue()
    await sendQueue()
    expect([...page.server.tokens].sort()).toEqual(['hash-1', 'hash-1 event 12', 'hash-1 vod 3'])
    expect(page.sent('event')).toMatchObject([{ token: 'token hash-1' }])
    expect(page.sent('session')).toMatchObject([{ token: 'token hash-1' }])
    const tokens = page.sent('video/event').map(event => event.token)
    expect(tokens).toEqual(['token hash-1 event 12', 'token hash-1 event 12', 'token hash-1 vod 3'])
  })

  it('are requested again after five hours', async () => {
    const page = createTrackedPage()
    page.startTracking()
    for (const hours of [0, 4, 6]) {
      vi.setSystemTime(NOON.getTime() + hours * HOUR_MS)
      page.telemetry.emit('page', { path: '/' })
      await sendQueue()
    }
    expect(page.server.tokens).toEqual(['hash-1', 'hash-1'])
  })

  it('that are refused do not stop reports', async () => {
    const page = createTrackedPage()
    page.server.tokenStatus = 403
    page.startTracking()
    play(page, 12)
    await sendQueue()
    await sendQueue()
    expect(page.sent('video/event')).toHaveLength(1)
    expect(page.sent('video/event')[0]).not.toHaveProperty('token')
    expect(page.server.tokens).toEqual(['hash-1', 'hash-1 event 12'])
  })

  it('delay reports until the server responds', async () => {
    const page = createTrackedPage()
    page.server.tokenStatus = 503
    page.startTracking()
    play(page, 12)
    await sendQueue()
    expect(page.sentCalls).toEqual([])
    page.server.tokenStatus = 200
    await vi.advanceTimersByTimeAsync(ANALYTICS_RETRY_MS)
    expect(page.sent('video/event')).toMatchObject([{ token: 'token hash-1 event 12' }])
  })

  it('are available when the page closes right after playback starts', async () => {
    const page = createTrackedPage()
    page.startTracking()
    page.telemetry.emit('page', { path: '/' })
    await sendQueue()
    play(page, 12)
    await vi.advanceTimersByTimeAsync(0)
    hidePage()
    expect(page.sentCalls.at(-1)).toMatchObject({
      transport: 'beacon',
      bodies: [{ token: 'token hash-1 event 12' }],
    })
  })
})
