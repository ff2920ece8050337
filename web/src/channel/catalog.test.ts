import { describe, expect, it } from 'vitest'
import { descriptorFor } from '@/shared/http/errorMessages'
import type { ErrorParams } from '@/shared/http/errors'
import { FakeServer } from '@/shared/testing/fakes'
import { passwordResetStore } from './stores/PasswordResetStore'
import { createChannel } from './testing/createChannel'

/** Return the text of an error with its values. */
const textOf = (name: string, params: ErrorParams = {}) => {
  const { message = '', values = {} } = descriptorFor({ code: `errors.${name}`, params }) ?? {}
  return message.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
}
const SERVICE = { service: 'reCAPTCHA' }

describe('the error catalog', () => {
  it('is shown verbatim', () => {
    expect(textOf('email_taken')).toBe('The email address you have entered is already registered')
    expect(textOf('invalid_auth_data')).toBe('Wrong auth data')
    expect(textOf('already_logged_in')).toBe('You are already logged in')
    expect(textOf('user_not_found')).toBe('User not found')
    expect(textOf('password_reset_expired')).toBe('Reset password key expired')
    expect(textOf('password_reset_failed')).toBe('Reset password failed')
    expect(textOf('robot_check_failed', SERVICE)).toBe(
      'The reCAPTCHA token is invalid or you look like a robot',
    )
    expect(textOf('invalid_email')).toBe('A valid email address is required')
    expect(textOf('password_too_short')).toBe('The password is too short')
    expect(textOf('invalid_credentials')).toBe('Invalid email or password. Please try again.')
    expect(textOf('api_key')).toBe('No channel or api key found')
    expect(textOf('incorrect_password')).toBe('Incorrect password')
    expect(textOf('not_registered')).toBe(
      'You are not registered yet. Please accept terms and conditions and click Register to continue.',
    )
    expect(textOf('server')).toBe('Something went wrong. Please try again or contact technical support')
  })

  it('has the page’s own text for four server errors', () => {
    expect(textOf('robot_check_required', SERVICE)).toBe('reCAPTCHA token required')
    expect(textOf('verification_failed')).toBe('Verification your email address failed')
    expect(textOf('email_already_verified')).toBe('Your email already verified')
    expect(textOf('password_mismatch')).toBe('The password and password confirmation do not match')
  })
})

it('The validation rules are shown verbatim, with their numbers', () => {
  expect(textOf('required')).toBe('Field is required')
  expect(textOf('first_name_required')).toBe('Enter your first name')
  expect(textOf('last_name_required')).toBe('Enter your last name')
  expect(textOf('email_required')).toBe('Enter your Email')
  expect(textOf('terms_required')).toBe('Please accept terms & conditions')
  expect(textOf('too_short', { number: 3 })).toBe('Field length must be greater than 3')
  expect(textOf('too_long', { number: 128 })).toBe('Field length must be less than 128')
  expect(textOf('input_required')).toBe('Please fill in the input field')
})

it('A link whose viewer is not found requires a new email', async () => {
  const refused = { status: 400, json: { code: 'errors.user_not_found', message: 'User not found' } }
  const server = new FakeServer().on('/api/auth/password-reset', refused)
  const store = (await createChannel(server)).resolve(passwordResetStore)
  store.form.change('password', 'hockeynight')
  store.form.change('password_confirmation', 'hockeynight')
  await store.resetPassword({ email: 'maya@example.com', expires: '1790000000', signature: 's1' })
  expect([store.form.errorMessage?.code, store.isLinkInvalid]).toEqual(['errors.user_not_found', true])
})
