import { expect, it } from 'vitest'
import { formatStoredText, formatValue } from './formatValue'

it.each([
  [undefined, '–'],
  [['a', 'b'], 'a, b'],
  [{ en: 'Bus', fr: 'Le bus' }, 'en: Bus\nfr: Le bus'],
  [{ title: { en: 'Bus', fr: 'Le bus' } }, 'title:\n  en: Bus\n  fr: Le bus'],
  [[{ name: 'email' }, { name: 'seats', rules: { min: 1 } }], 'name: email\n\nname: seats\nrules: min: 1'],
])('writes %j for people', (value, text) => {
  expect(formatValue(value)).toBe(text)
})

it.each([
  [null, '–'],
  ['{"en": "Bus"}', 'en: Bus'],
  ['[Schedule](/schedule)', '[Schedule](/schedule)'],
])('writes the stored %j for people', (text, shown) => {
  expect(formatStoredText(text)).toBe(shown)
})
