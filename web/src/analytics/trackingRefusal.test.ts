import { expect, it } from 'vitest'
import { deviceOf } from './device'
import { isLocalHost, refusesTracking } from './trackingRefusal'

it.each(['localhost', 'prairie.localhost', '127.0.0.1', '[::1]'])('%s is localhost', host => {
  expect(isLocalHost(host)).toBe(true)
})

it.each(['localhost.example.org', 'prairie.example.org', '127.0.0.2', '10.0.0.1'])(
  '%s is not localhost',
  host => {
    expect(isLocalHost(host)).toBe(false)
  },
)

it('a browser refuses tracking by Do Not Track or Global Privacy Control', () => {
  expect(refusesTracking({ doNotTrack: '1' })).toBe(true)
  expect(refusesTracking({ globalPrivacyControl: true })).toBe(true)
  expect(refusesTracking({ doNotTrack: '0', globalPrivacyControl: false })).toBe(false)
  expect(refusesTracking({ doNotTrack: null })).toBe(false)
})

const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.1 Safari/605.1.15'
it.each([
  ['an iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Mobile/15E148', 5, 'phone'],
  [
    'an Android phone',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/131.0 Mobile Safari/537.36',
    5,
    'phone',
  ],
  ['an Android tablet', 'Mozilla/5.0 (Linux; Android 14; SM-X910) Chrome/131.0 Safari/537.36', 5, 'tablet'],
  ['an iPad that says it is a Mac', MAC, 5, 'tablet'],
  ['a Mac', MAC, 0, 'computer'],
  [
    'a Windows computer with a touch screen',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0',
    10,
    'computer',
  ],
  ['a Samsung TV', 'Mozilla/5.0 (SMART-TV; LINUX; Tizen 7.0) SamsungBrowser/5.0 TV Safari', 0, 'tv'],
  ['a Fire TV', 'Mozilla/5.0 (Linux; Android 9; AFTKA) Chrome/108.0 Safari/537.36', 0, 'tv'],
])('%s is detected from its user agent', (_, userAgent, maxTouchPoints, device) => {
  expect(deviceOf({ userAgent, maxTouchPoints })).toBe(device)
})
