import { expect, it } from 'vitest'
import { formatPhone } from './phone'

const normalizeSpaces = (text: string) => text.replaceAll('\u2011', '-')

it('groups the digits of a North American number', () => {
  expect(normalizeSpaces(formatPhone('17015550142'))).toBe('701-555-0142')
  expect(normalizeSpaces(formatPhone('7015550142'))).toBe('701-555-0142')
})

it('leaves other numbers unchanged', () => {
  expect(formatPhone('33123456789')).toBe('33123456789')
})
