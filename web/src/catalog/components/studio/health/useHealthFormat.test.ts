import { expect, it } from 'vitest'
import { createHealthFormat } from './useHealthFormat'

it.each([
  [0, '0 ms'],
  [-999, '-999 ms'],
  [53_579, '+53.6 s'],
])('writes a difference of %d ms in milliseconds below a second', (milliseconds, text) => {
  expect(createHealthFormat('en').drift(milliseconds)).toBe(text.replace(' ', '\u00A0'))
})

it.each([
  ['en', 2_000_000, '2.0 Mbit/s'],
  ['en', 850_000, '850 kbit/s'],
  ['fr', 2_000_000, '2,0 Mbit/s'],
  ['fr', 12_340_000, '12,3 Mbit/s'],
])('writes bitrates with a fixed number of decimals, on one line (%s, %d)', (language, bits, text) => {
  expect(createHealthFormat(language).bitrate(bits)).toBe(text.replace(' ', '\u00A0'))
})
