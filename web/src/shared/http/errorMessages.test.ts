import { setupI18n } from '@lingui/core'
import { describe, expect, it } from 'vitest'
import { messages as french } from '@/locales/fr.po'
import { descriptorFor, ERROR_MESSAGES } from './errorMessages'

const textOf = (code: string, params = {}) => descriptorFor({ code, params })?.message

describe('the message of an error', () => {
  it('is the message of the specification', () => {
    expect(textOf('errors.invalid_credentials')).toBe('Invalid email or password. Please try again.')
    expect(textOf('errors.invalid_email')).toBe('A valid email address is required')
    expect(textOf('errors.verification_failed')).toBe('Verification your email address failed')
    expect(textOf('errors.password_mismatch')).toBe('The password and password confirmation do not match')
  })

  it('contains the values of the error', () => {
    const i18n = setupI18n({ locale: 'fr', messages: { fr: french } })
    const descriptor = descriptorFor({ code: 'errors.too_long', params: { number: 128 } })
    expect(descriptor && i18n._(descriptor)).toBe('La longueur du champ doit être inférieure à 128')
  })

  it('depends on the viewer’s purchases', () => {
    expect(textOf('errors.already_bought', { type: 'package' })).toBe('You already bought this package.')
  })

  it('exists in French for every code', () => {
    for (const code of Object.keys(ERROR_MESSAGES)) {
      const descriptor = descriptorFor({ code, params: { type: 'event' } })
      expect(french[descriptor?.id ?? ''], code).toBeTruthy()
    }
  })

  it('is the unknown-error message for a code of a newer server', () => {
    expect(descriptorFor({ code: 'toString', text: 'Stop' })).toBeNull()
    expect(descriptorFor({ code: '', text: 'Stop' })).toBeNull()
  })
})
