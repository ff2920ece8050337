import { describe, expect, it } from 'vitest'
import {
  collectErrors,
  confirmationError,
  emailError,
  nameError,
  passwordError,
  phoneError,
  requiredError,
} from './validators'

describe('an email address', () => {
  it('has a name, an at sign and a domain with at least two parts', () => {
    for (const good of ['maya@example.com', ' maya+games@mail.example.co.uk ', "o'neil@ex-ample.io"]) {
      expect(emailError(good), good).toBeUndefined()
    }
    for (const bad of [
      'maya',
      'maya@example',
      '@example.com',
      'maya@-x.com',
      'ma ya@example.com',
      'a@b..com',
    ]) {
      expect(emailError(bad), bad).toEqual({ code: 'errors.invalid_email' })
    }
  })

  it('can contain letters of every script, and invisible characters from pasting', () => {
    for (const good of [
      'maya@exämple.ch',
      'maya@exa\u0308mple.ch',
      'rémy@example.org',
      'maya\uff20example.org',
      'ｍａｙａ＠ｅｘａｍｐｌｅ．ｏｒｇ',
      '\u202amaya\u200b@example\u2060.org\u200e',
    ]) {
      expect(emailError(good), good).toBeUndefined()
    }
    expect(emailError('maya@exämple')).toEqual({ code: 'errors.invalid_email' })
  })

  it('is required, and can have 254 characters', () => {
    expect(emailError('  ')).toEqual({ code: 'errors.email_required' })
    expect(emailError(`${'a'.repeat(250)}@example.com`)).toEqual({
      code: 'errors.too_long',
      params: { number: 254 },
    })
  })
})

describe('a phone number', () => {
  it('is optional', () => {
    expect(phoneError(' ')).toBeUndefined()
  })

  it('has 10 to 14 digits, and can have a plus and separators', () => {
    for (const good of [
      '\u202a7015550142\u202c',
      '７01\u2011555\u20110142',
      '7015550142',
      '+1 (701) 555-0142',
      '(701) 555-0142',
      '701.555.0142',
      '12345678901234',
    ]) {
      expect(phoneError(good), good).toBeUndefined()
    }
    for (const bad of ['701555014', '123456789012345', '701-555-01AB', '701 55501++42']) {
      expect(phoneError(bad), bad).toEqual({ code: 'errors.invalid_phone' })
    }
  })
})

describe('a new password', () => {
  it('is the same in every Unicode form', () => {
    expect(confirmationError('caf\u00e9 hockey', 'cafe\u0301 hockey')).toBeUndefined()
  })

  it('has 8 to 128 characters, counted as users see them', () => {
    expect(passwordError('')).toEqual({ code: 'errors.required' })
    expect(passwordError('1234567')).toEqual({ code: 'errors.password_too_short' })
    expect(passwordError('🏒🏒🏒🏒')).toEqual({ code: 'errors.password_too_short' })
    expect(passwordError('12345678')).toBeUndefined()
    expect(passwordError('x'.repeat(128))).toBeUndefined()
    expect(passwordError('x'.repeat(129))).toEqual({ code: 'errors.too_long', params: { number: 128 } })
  })

  it('must be repeated exactly', () => {
    expect(confirmationError('hockeynight', 'hockeynigh')).toEqual({ code: 'errors.password_mismatch' })
    expect(confirmationError('hockeynight', 'hockeynight')).toBeUndefined()
  })
})

it('A name has its own error messages, and can have 80 characters', () => {
  expect(nameError(' ', 'errors.last_name_required')).toEqual({ code: 'errors.last_name_required' })
  expect(nameError('x'.repeat(81), 'errors.last_name_required')).toEqual({
    code: 'errors.too_long',
    params: { number: 80 },
  })
  expect(nameError('Halvorsen', 'errors.last_name_required')).toBeUndefined()
})

it('A form only collects fields with errors', () => {
  expect(collectErrors({ login: requiredError(''), password: requiredError('x') })).toEqual({
    login: [{ code: 'errors.required' }],
  })
})
