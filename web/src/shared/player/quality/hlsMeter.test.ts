import { expect, it, vi } from 'vitest'
import { ConnectionMeter } from './ConnectionMeter'
import { attachMeter } from './hlsMeter'

vi.mock('hls.js/light', () => ({
  default: {
    Events: {
      FRAG_LOADING: 'fragLoading',
      FRAG_LOAD_EMERGENCY_ABORTED: 'aborted',
      MANIFEST_PARSED: 'manifestParsed',
      LEVEL_LOADED: 'levelLoaded',
      ERROR: 'error',
    },
  },
}))

/** Create a fake hls.js that emits events to a meter. */
function createHls() {
  const listeners = new Map<string, (name: string, data: unknown) => void>()
  const on = (name: string, listener: (name: string, data: unknown) => void) =>
    void listeners.set(name, listener)
  const meter = new ConnectionMeter(() => 10_000)
  attachMeter({ on } as never, meter)
  return { meter, says: (name: string, data: unknown) => listeners.get(name)?.(name, data) }
}
const fragment = { stats: { loaded: 250_000, loading: { start: 8_000, first: 8_500, end: 9_000 } } }

it('media files are measured with the statistics of hls.js', () => {
  const { meter, says } = createHls()
  says('manifestParsed', { levels: [{ bitrate: 3_400_000 }, { bitrate: 1_200_000 }] })
  says('fragLoading', { frag: fragment })
  expect(meter.metrics(true)).toMatchObject({ throughput: 2_000_000, minBitrate: 1_200_000, latency: 500 })
  says('aborted', { frag: fragment })
  expect(meter.metrics(true).throughput).toBeNull()
})

it('a failed request counts as rejected with its status, and a decoding error does not', () => {
  const { meter, says } = createHls()
  says('error', { details: 'fragLoadError', response: { code: 503 } })
  says('error', { details: 'levelLoadTimeOut' })
  says('error', { details: 'bufferStalledError' })
  expect(meter.metrics(true).refusedStatuses).toEqual([503, 0])
})

it('a live playlist is checked for new segments', () => {
  const { meter, says } = createHls()
  says('levelLoaded', { details: { live: true, edge: 40, targetduration: 4 } })
  expect(meter.metrics(true)).toMatchObject({ secondsWithoutSegment: 0, segmentSeconds: 4 })
})
