import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { deviceNow, resetServerTime, serverNow, syncServerTime } from './clock'

const NOW = Date.parse('2026-11-26T18:00:00Z')
const HOUR = 3_600_000
const responseHeaders = (at: number, more: Record<string, string> = {}) =>
  new Headers({ 'Cache-Control': 'private, no-store', Date: new Date(at).toUTCString(), ...more })

beforeEach(() => {
  resetServerTime()
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it.each([5, -5])('a device clock that is %s hours off is corrected by the server time', hours => {
  vi.setSystemTime(NOW + hours * HOUR)
  expect(serverNow()).toBe(NOW + hours * HOUR)
  syncServerTime(responseHeaders(NOW), performance.now())
  expect(Math.abs(serverNow() - NOW)).toBeLessThan(1000)
  vi.advanceTimersByTime(90_000)
  expect(Math.abs(serverNow() - NOW - 90_000)).toBeLessThan(1000)
  expect(deviceNow()).toBe(NOW + hours * HOUR + 90_000)
})

it('a correction of the device clock does not change the server time', () => {
  vi.setSystemTime(NOW + 5 * HOUR)
  syncServerTime(responseHeaders(NOW), performance.now())
  const before = serverNow()
  vi.setSystemTime(NOW)
  expect(Math.abs(serverNow() - before)).toBeLessThan(1000)
})

it('a response that may be cached, or has no date, is ignored', () => {
  vi.setSystemTime(NOW)
  syncServerTime(responseHeaders(NOW - HOUR, { 'Cache-Control': 'public, max-age=60' }), 0)
  syncServerTime(new Headers({ 'Cache-Control': 'no-store' }), 0)
  expect(serverNow()).toBe(NOW)
})

it('a difference of less than two seconds is ignored', () => {
  vi.setSystemTime(NOW)
  syncServerTime(responseHeaders(NOW), performance.now())
  const first = serverNow()
  syncServerTime(responseHeaders(NOW + 1000), performance.now())
  expect(serverNow()).toBe(first)
})
