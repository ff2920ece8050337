import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionMeter } from '../quality/ConnectionMeter'
import { SharedConnection } from './SharedConnection'

const RENDITIONS = [
  { bitrate: 800_000, height: 360 },
  { bitrate: 3_000_000, height: 720 },
]
const TICK_MS = 2_000

let connection: SharedConnection

/** Add a picture whose segments load with this many bits per second. */
function addPicture(id: number, bandwidth: number, height = 700) {
  const meter = new ConnectionMeter()
  const limits: number[] = []
  const load = () => {
    const start = performance.now()
    for (let index = 0; index < 4; index += 1) {
      const loading = {
        start: start + index * 100,
        first: start + index * 100,
        end: start + index * 100 + 100,
      }
      meter.addRequest({ stats: { loaded: bandwidth / 80, loading } })
    }
  }
  const stream = {
    meter,
    renditions: () => RENDITIONS,
    limitRendition: (limit: number) => limits.push(limit),
  }
  const remove = connection.add(id, { stream, height: () => height })
  return { load, remove, limit: () => limits.at(-1), limits }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] })
  vi.advanceTimersByTime(1_000)
  connection = new SharedConnection()
})

afterEach(() => vi.useRealTimers())

it('the preferred picture gets a better rendition once a fast connection is measured', () => {
  const [one, two] = [addPicture(1, 10_000_000), addPicture(2, 10_000_000)]
  connection.prefer(2)
  expect([one.limit(), two.limit()]).toEqual([0, 0])
  two.load()
  vi.advanceTimersByTime(TICK_MS)
  expect([one.limit(), two.limit()]).toEqual([1, 1])
})

it('a connection for the smallest renditions only leaves all pictures small', () => {
  const [one, two] = [addPicture(1, 1_920_000), addPicture(2, 1_920_000)]
  connection.prefer(1)
  one.load()
  vi.advanceTimersByTime(10 * TICK_MS)
  expect([...one.limits, ...two.limits].every(limit => limit === 0)).toBe(true)
})

it('after a stall, all pictures are small for half a minute', () => {
  const one = addPicture(1, 20_000_000)
  one.load()
  vi.advanceTimersByTime(TICK_MS)
  expect(one.limit()).toBe(1)
  connection.handleStall()
  expect(one.limit()).toBe(0)
  vi.advanceTimersByTime(28_000)
  expect(one.limit()).toBe(0)
  one.load()
  vi.advanceTimersByTime(2 * TICK_MS)
  expect(one.limit()).toBe(1)
})

it('a removed picture is left alone, and the last one stops the timer', () => {
  const one = addPicture(1, 10_000_000)
  one.remove()
  expect(vi.getTimerCount()).toBe(0)
  connection.prefer(1)
  expect(one.limits).toEqual([])
})
