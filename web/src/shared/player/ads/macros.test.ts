import { expect, test } from 'vitest'
import { expandMacros } from './macros'

test('the macros of a tag are replaced in both notations', () => {
  const values = { PAGEURL: 'https://site/watch/1?a=b', PLAYERSIZE: '640,360' }
  expect(expandMacros('https://ads/tag?p=[PAGEURL]&s=%%PLAYERSIZE%%', values)).toBe(
    'https://ads/tag?p=https%3A%2F%2Fsite%2Fwatch%2F1%3Fa%3Db&s=640%2C360',
  )
})

test('each request has its own random number and timestamp', () => {
  const [number, instant] = expandMacros('[CACHEBUSTING] [TIMESTAMP]', {}).split(' ')
  expect(number).toMatch(/^\d{8}$/)
  expect(decodeURIComponent(instant ?? '')).toMatch(/^\d{4}-\d\d-\d\dT/)
})

test('an unavailable value is -1, and unknown macros stay', () => {
  expect(expandMacros('https://[::1]/tag?i=[IFA]&x=[a]', {})).toBe('https://[::1]/tag?i=-1&x=[a]')
})
