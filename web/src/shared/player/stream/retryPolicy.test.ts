import { expect, test } from 'vitest'
import { ErrorPolicy } from './retryPolicy'

test('a rejected signature is renewed once, and then the viewing session has ended', () => {
  const policy = new ErrorPolicy()
  expect(policy.nextStep('forbidden', true)).toBe('renew')
  expect(policy.nextStep('forbidden', true)).toEqual({ fail: 'expired' })
})

test('a network error is retried once with a new URL', () => {
  const policy = new ErrorPolicy()
  expect(policy.nextStep('network', true)).toBe('renew')
  expect(policy.nextStep('network', true)).toEqual({ fail: 'unreachable' })
})

test('a decoder error is recovered first, then renewed, then final', () => {
  const policy = new ErrorPolicy()
  expect(policy.nextStep('media', true)).toBe('recover')
  expect(policy.nextStep('media', true)).toBe('renew')
  expect(policy.nextStep('media', true)).toEqual({ fail: 'broken' })
})

test('an error that a retry cannot fix is shown at once', () => {
  expect(new ErrorPolicy().nextStep('missing', true)).toEqual({ fail: 'notFound' })
  expect(new ErrorPolicy().nextStep('unsupported', true)).toEqual({ fail: 'unsupported' })
  expect(new ErrorPolicy().nextStep('stalled', true)).toEqual({ fail: 'unreachable' })
})

test('an offline viewer sees that, and not a server error', () => {
  expect(new ErrorPolicy().nextStep('network', false)).toEqual({ fail: 'offline' })
  expect(new ErrorPolicy().nextStep('stalled', false)).toEqual({ fail: 'offline' })
})

test('stable playback resets the retries', () => {
  const policy = new ErrorPolicy()
  policy.nextStep('network', true)
  policy.reset()
  expect(policy.nextStep('network', true)).toBe('renew')
})
