import { expect, it } from 'vitest'
import { type ConnectionMetrics, findFaultSource } from './faultSource'

const MEGABIT = 1_000_000
const HEALTHY: ConnectionMetrics = {
  isOnline: true,
  throughput: 20 * MEGABIT,
  minBitrate: MEGABIT,
  latency: 60,
  refusedStatuses: [],
  otherLatency: 40,
  secondsWithoutSegment: null,
  segmentSeconds: 4,
}

it.each<[string, Partial<ConnectionMetrics>, string]>([
  [
    'a browser without a line',
    { isOnline: false, refusedStatuses: [503], secondsWithoutSegment: 60 },
    'viewer',
  ],
  [
    'a line below the smallest rendition, and all else slow',
    { throughput: 0.4 * MEGABIT, otherLatency: 2_500 },
    'viewer',
  ],
  [
    'a line below the smallest rendition, and nothing else asked',
    { throughput: 0.4 * MEGABIT, otherLatency: null },
    'viewer',
  ],
  [
    'a line that carries the smallest rendition by a hair',
    { throughput: 1.05 * MEGABIT, otherLatency: null },
    'viewer',
  ],
  ['slow answers of everything', { latency: 4_000, otherLatency: 3_000 }, 'viewer'],
  [
    'media that begin at once and creep, and small answers that come at once',
    { throughput: 0.4 * MEGABIT, latency: 60, otherLatency: 40 },
    'viewer',
  ],
  [
    'media that begin late and creep while all else comes at once',
    { throughput: 0.4 * MEGABIT, latency: 4_000, otherLatency: 40 },
    'delivery',
  ],
  ['slow answers of media alone', { latency: 4_000, otherLatency: 40 }, 'delivery'],
  ['a server that is broken', { refusedStatuses: [503] }, 'delivery'],
  ['a piece that is not there', { refusedStatuses: [404] }, 'delivery'],
  ['a piece that is refused', { refusedStatuses: [403] }, 'delivery'],
  ['media without an answer while all else comes', { refusedStatuses: [0] }, 'delivery'],
  ['media without an answer while all else is slow', { refusedStatuses: [0], otherLatency: 4_000 }, 'viewer'],
  [
    'media without an answer, and nothing else asked',
    { refusedStatuses: [0], otherLatency: null },
    'unknown',
  ],
  ['a live playlist that has nothing new for three pieces', { secondsWithoutSegment: 12 }, 'source'],
  [
    'a live playlist of short pieces that is late',
    { secondsWithoutSegment: 7, segmentSeconds: 1 },
    'unknown',
  ],
  ['a live playlist that grows', { secondsWithoutSegment: 3 }, 'unknown'],
  ['a picture that stands although all is well', {}, 'unknown'],
  [
    'a browser that measures nothing',
    { throughput: null, minBitrate: null, latency: null, otherLatency: null },
    'unknown',
  ],
])('%s', (_, changes, side) => {
  expect(findFaultSource({ ...HEALTHY, ...changes })).toBe(side)
})

it('a server error is the cause rather than the playlist that stops growing', () => {
  expect(findFaultSource({ ...HEALTHY, secondsWithoutSegment: 60, refusedStatuses: [502] })).toBe('delivery')
})
