import { expect, it } from 'vitest'
import { aUser } from './fakes'
import { initials } from './initials'

it('Initials are of the name, or of the e-mail address where there is none', () => {
  expect(initials(aUser())).toBe('MH')
  expect(initials(aUser({ first_name: ' élodie', last_name: '' }))).toBe('É')
  expect(initials(aUser({ first_name: '', last_name: '' }))).toBe('M')
})
