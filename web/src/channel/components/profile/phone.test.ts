import { expect, it } from 'vitest'
import { phoneLabel } from './phone'

const plain = (text: string) => text.replaceAll('\u2011', '-')

it('writes a number of North America in its parts', () => {
  expect(plain(phoneLabel('17015550142'))).toBe('701-555-0142')
  expect(plain(phoneLabel('7015550142'))).toBe('701-555-0142')
})

it('leaves any other as it is', () => {
  expect(phoneLabel('33123456789')).toBe('33123456789')
})
