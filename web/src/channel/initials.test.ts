import { expect, it } from 'vitest'
import { aUser } from './fakes'
import { initials } from './initials'

it('Initials are from the name, or from the email address without a name', () => {
  expect(initials(aUser())).toBe('MH')
  expect(initials(aUser({ first_name: ' élodie', last_name: '' }))).toBe('É')
  expect(initials(aUser({ first_name: '', last_name: '' }))).toBe('M')
})
