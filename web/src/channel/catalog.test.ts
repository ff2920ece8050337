import { describe, expect, it } from 'vitest'
import { descriptorFor } from '@/shared/http/serverMessages'
import { FakeServer } from '@/shared/testing/fakes'
import { passwordResetStore } from './stores/PasswordResetStore'
import { createChannel } from './testing/createChannel'

/** What the page says for a sentence of the server, with what it names. */
const messages = (sentence: string) => {
  const { message = '', values = {} } = descriptorFor(sentence) ?? {}
  return message.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
}

describe('the error catalogue', () => {
  it('is said as it stands', () => {
    for (const sentence of [
      'The email address you have entered is already registered',
      'Wrong auth data',
      'You are already logged in',
      'User not found',
      'Reset password key expired',
      'Reset password failed',
      'The reCAPTCHA token is invalid or you look like a robot',
      'A valid email address is required',
      'The password is too short',
      'Invalid email or password. Please try again.',
      'No channel or api key found',
      'Incorrect password',
      'You are not registered yet. Please accept terms and conditions and click Register to continue.',
      'Something went wrong. Please try again or contact technical support',
    ]) {
      expect(messages(sentence)).toBe(sentence)
    }
  })

  it('has words of the page’s own for four of the server’s', () => {
    expect(messages('A reCAPTCHA token required')).toBe('reCAPTCHA token required')
    expect(messages('Verification failed')).toBe('Verification your email address failed')
    expect(messages('Email already verified')).toBe('Your email already verified')
    expect(messages("PASSWORDS DON'T MATCH")).toBe('The password and password confirmation do not match')
  })
})

it('The rules of validation are said as they stand, with their numbers', () => {
  for (const sentence of [
    'A valid email address is required',
    'Field is required',
    'Enter your first name',
    'Enter your last name',
    'Enter your Email',
    'The password is too short',
    'The password and password confirmation do not match',
    'Please accept terms & conditions',
    'Field length must be greater than 3',
    'Field length must be less than 128',
    'Please fill in the input field',
  ]) {
    expect(messages(sentence)).toBe(sentence)
  }
})

it('A viewer who is not found behind a link needs another letter', async () => {
  const refused = { status: 400, json: { message: 'User not found' } }
  const server = new FakeServer().on('/api/auth/password-reset', refused)
  const store = (await createChannel(server)).resolve(passwordResetStore)
  store.form.change('password', 'hockeynight')
  store.form.change('password_confirmation', 'hockeynight')
  await store.resetPassword({ email: 'maya@example.com', expires: '1790000000', signature: 's1' })
  expect([store.form.errorMessage, store.isLinkInvalid]).toEqual(['User not found', true])
})
