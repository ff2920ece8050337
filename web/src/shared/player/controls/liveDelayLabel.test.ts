import { expect, test } from 'vitest'
import { formatLiveDelay } from './liveDelayLabel'

test.each([
  [0.2, '-0:00'],
  [42, '-0:42'],
  [83.4, '-1:23'],
  [3723, '-1:02:03'],
  [-3, '-0:00'],
])('%s seconds behind are %s', (seconds, label) => {
  expect(formatLiveDelay(seconds)).toBe(label)
})
