import { expect, it } from 'vitest'
import { ConnectionMeter, type SegmentRequest } from './ConnectionMeter'
import { findFaultSource } from './faultSource'

let now = 0
const createMeter = () => {
  now = 100_000
  return new ConnectionMeter(() => now)
}
/** Create a segment request with the times of its start, its first byte and its end. */
const segment = (start: number, first: number, end: number, loaded: number): SegmentRequest => ({
  stats: { loaded, loading: { start, first, end } },
})

it('the bandwidth is the received data divided by its time', () => {
  const meter = createMeter()
  meter.addRequest(segment(95_000, 95_100, 96_000, 1_000_000))
  meter.addRequest(segment(97_000, 97_300, 98_000, 1_000_000))
  expect(meter.metrics(true)).toMatchObject({ throughput: 8_000_000, latency: 100 })
})

it('a slow download counts while it loads, and a new request does not', () => {
  const meter = createMeter()
  meter.addRequest(segment(90_000, 90_500, 0, 50_000))
  meter.addRequest(segment(99_500, 0, 0, 0))
  expect(meter.metrics(true).throughput).toBe(40_000)
})

it('the recent finished requests are the transfers of the connection', () => {
  const meter = createMeter()
  meter.addRequest(segment(60_000, 60_100, 61_000, 1_000))
  meter.addRequest(segment(97_000, 97_300, 98_000, 2_000))
  meter.addRequest(segment(99_000, 0, 0, 300))
  expect(meter.transfers()).toEqual([{ start: 97_000, end: 98_000, bytes: 2_000 }])
})

it('a canceled download no longer counts', () => {
  const meter = createMeter()
  const { stats } = segment(90_000, 90_500, 0, 50_000)
  meter.addRequest({ stats: { ...stats, aborted: true } })
  expect(meter.metrics(true)).toMatchObject({ throughput: null, latency: null })
})

it('old measurements are dropped', () => {
  const meter = createMeter()
  meter.addRequest(segment(60_000, 60_100, 61_000, 1_000_000))
  meter.addRefusal(503)
  meter.addLatency(4_000)
  now += 30_001
  expect(meter.metrics(true)).toMatchObject({
    throughput: null,
    latency: null,
    refusedStatuses: [],
    otherLatency: null,
  })
})

it('a live playlist without new segments is dry, but an unanswered one is not', () => {
  const meter = createMeter()
  const playlist = { live: true, newest: 40, segmentSeconds: 4 }
  meter.addPlaylist(playlist)
  now += 12_000
  expect(meter.metrics(true).secondsWithoutSegment).toBe(0)
  meter.addPlaylist(playlist)
  expect(meter.metrics(true).secondsWithoutSegment).toBe(12)
  expect(findFaultSource(meter.metrics(true))).toBe('source')
  meter.addPlaylist({ ...playlist, newest: 44 })
  expect(meter.metrics(true).secondsWithoutSegment).toBe(0)
})

it('a recording is never dry', () => {
  const meter = createMeter()
  meter.addPlaylist({ live: true, newest: 40, segmentSeconds: 4 })
  meter.addPlaylist({ live: false, newest: 40, segmentSeconds: 4 })
  now += 60_000
  expect(meter.metrics(true).secondsWithoutSegment).toBeNull()
})
