import { expect, test } from 'vitest'
import { ErrorPolicy } from './policy'

test('a refused signature is renewed once, then the viewing session has ended', () => {
  const policy = new ErrorPolicy()
  expect(policy.next('forbidden', true)).toBe('renew')
  expect(policy.next('forbidden', true)).toEqual({ tell: 'expired' })
})

test('a broken network is tried once more under a fresh address', () => {
  const policy = new ErrorPolicy()
  expect(policy.next('network', true)).toBe('renew')
  expect(policy.next('network', true)).toEqual({ tell: 'unreachable' })
})

test('a decoder is recovered first, renewed second, given up third', () => {
  const policy = new ErrorPolicy()
  expect(policy.next('media', true)).toBe('recover')
  expect(policy.next('media', true)).toBe('renew')
  expect(policy.next('media', true)).toEqual({ tell: 'broken' })
})

test('what a second try cannot mend is told at once', () => {
  expect(new ErrorPolicy().next('missing', true)).toEqual({ tell: 'notFound' })
  expect(new ErrorPolicy().next('unsupported', true)).toEqual({ tell: 'unsupported' })
  expect(new ErrorPolicy().next('stalled', true)).toEqual({ tell: 'unreachable' })
})

test('without a connection the viewer hears that, and not of a server', () => {
  expect(new ErrorPolicy().next('network', false)).toEqual({ tell: 'offline' })
  expect(new ErrorPolicy().next('stalled', false)).toEqual({ tell: 'offline' })
})

test('good playing gives the chances back', () => {
  const policy = new ErrorPolicy()
  policy.next('network', true)
  policy.healthy()
  expect(policy.next('network', true)).toBe('renew')
})
