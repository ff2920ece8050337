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

it.each([5, -5])('a device that is %s hours wrong measures by the server', hours => {
  vi.setSystemTime(NOW + hours * HOUR)
  expect(serverNow()).toBe(NOW + hours * HOUR)
  syncServerTime(responseHeaders(NOW), performance.now())
  expect(Math.abs(serverNow() - NOW)).toBeLessThan(1000)
  vi.advanceTimersByTime(90_000)
  expect(Math.abs(serverNow() - NOW - 90_000)).toBeLessThan(1000)
  expect(deviceNow()).toBe(NOW + hours * HOUR + 90_000)
})

it('a clock that is put right in between changes nothing', () => {
  vi.setSystemTime(NOW + 5 * HOUR)
  syncServerTime(responseHeaders(NOW), performance.now())
  const before = serverNow()
  vi.setSystemTime(NOW)
  expect(Math.abs(serverNow() - before)).toBeLessThan(1000)
})

it('an answer that a cache may have kept, or without a date, says nothing of the time', () => {
  vi.setSystemTime(NOW)
  syncServerTime(responseHeaders(NOW - HOUR, { 'Cache-Control': 'public, max-age=60' }), 0)
  syncServerTime(new Headers({ 'Cache-Control': 'no-store' }), 0)
  expect(serverNow()).toBe(NOW)
})

it('does not jump by less than two seconds with each answer', () => {
  vi.setSystemTime(NOW)
  syncServerTime(responseHeaders(NOW), performance.now())
  const first = serverNow()
  syncServerTime(responseHeaders(NOW + 1000), performance.now())
  expect(serverNow()).toBe(first)
})
