import { expect, test } from 'vitest'
import { ErrorPolicy } from './retryPolicy'

test('a refused signature is renewed once, then the viewing session has ended', () => {
  const policy = new ErrorPolicy()
  expect(policy.nextStep('forbidden', true)).toBe('renew')
  expect(policy.nextStep('forbidden', true)).toEqual({ fail: 'expired' })
})

test('a broken network is tried once more under a fresh address', () => {
  const policy = new ErrorPolicy()
  expect(policy.nextStep('network', true)).toBe('renew')
  expect(policy.nextStep('network', true)).toEqual({ fail: 'unreachable' })
})

test('a decoder is recovered first, renewed second, given up third', () => {
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

test('good playing gives the chances back', () => {
  const policy = new ErrorPolicy()
  policy.nextStep('network', true)
  policy.reset()
  expect(policy.nextStep('network', true)).toBe('renew')
})
