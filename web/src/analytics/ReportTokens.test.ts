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

const requests = () => vi.advanceTimersByTimeAsync(ANALYTICS_SEND_INTERVAL_MS)
const hidePage = () => window.dispatchEvent(new Event('pagehide'))

describe('report tokens', () => {
  const play = (page: ReturnType<typeof createTrackedPage>, id: number, type: 'live' | 'vod' = 'live') =>
    page.telemetry.emit('play', { event: 'pause', view: `view-${id}`, content: { type, id }, position: 1 })

  it('are requested once per session and per content item, and sent with every report', async () => {
    const page = createTrackedPage()
    page.begin()
    page.telemetry.emit('page', { path: '/watch/12' })
    play(page, 12)
    play(page, 12)
    play(page, 3, 'vod')
    await requests()
    await requests()
    expect([...page.line.tokens].sort()).toEqual(['hash-1', 'hash-1 event 12', 'hash-1 vod 3'])
    expect(page.of('event')).toMatchObject([{ token: 'token hash-1' }])
    expect(page.of('session')).toMatchObject([{ token: 'token hash-1' }])
    const tokens = page.of('video/event').map(event => event.token)
    expect(tokens).toEqual(['token hash-1 event 12', 'token hash-1 event 12', 'token hash-1 vod 3'])
  })

  it('are requested again after five hours', async () => {
    const page = createTrackedPage()
    page.begin()
    for (const hours of [0, 4, 6]) {
      vi.setSystemTime(NOON.getTime() + hours * HOUR_MS)
      page.telemetry.emit('page', { path: '/' })
      await requests()
    }
    expect(page.line.tokens).toEqual(['hash-1', 'hash-1'])
  })

  it('that are refused do not stop reports', async () => {
    const page = createTrackedPage()
    page.line.tokenStatus = 403
    page.begin()
    play(page, 12)
    await requests()
    await requests()
    expect(page.of('video/event')).toHaveLength(1)
    expect(page.of('video/event')[0]).not.toHaveProperty('token')
    expect(page.line.tokens).toEqual(['hash-1', 'hash-1 event 12'])
  })

  it('delay reports until the server responds', async () => {
    const page = createTrackedPage()
    page.line.tokenStatus = 503
    page.begin()
    play(page, 12)
    await requests()
    expect(page.left).toEqual([])
    page.line.tokenStatus = 200
    await vi.advanceTimersByTimeAsync(ANALYTICS_RETRY_MS)
    expect(page.of('video/event')).toMatchObject([{ token: 'token hash-1 event 12' }])
  })

  it('are available when the page closes right after playback starts', async () => {
    const page = createTrackedPage()
    page.begin()
    page.telemetry.emit('page', { path: '/' })
    await requests()
    play(page, 12)
    await vi.advanceTimersByTimeAsync(0)
    hidePage()
    expect(page.left.at(-1)).toMatchObject({
      transport: 'beacon',
      bodies: [{ token: 'token hash-1 event 12' }],
    })
  })
})
