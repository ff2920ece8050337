import { expect, it } from 'vitest'
import { countryName } from './countryName'

it('names a country in the page’s language, and returns nothing for an unknown code', () => {
  expect(countryName('US', 'en')).toBe('United States')
  expect(countryName('us', 'fr')).toBe('États-Unis')
  expect(countryName('local', 'en')).toBeNull()
  expect(countryName('ZZ9', 'en')).toBeNull()
})
