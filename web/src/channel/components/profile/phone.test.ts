import { expect, it } from 'vitest'
import { formatPhone } from './phone'

const normalizeSpaces = (text: string) => text.replaceAll('\u2011', '-')

it('writes a number of North America in its parts', () => {
  expect(normalizeSpaces(formatPhone('17015550142'))).toBe('701-555-0142')
  expect(normalizeSpaces(formatPhone('7015550142'))).toBe('701-555-0142')
})

it('leaves any other as it is', () => {
  expect(formatPhone('33123456789')).toBe('33123456789')
})
