import { describe, expect, it } from 'vitest'
import type { FormField } from '@/shared/contexts/forms'
import { aForm } from './fakes'
import { emptyAnswers, validateAnswers } from './formAnswers'

const field = (changes: Partial<FormField>): FormField => ({
  name: 'it',
  label: 'It',
  type: 'text',
  required: false,
  rules: {},
  options: [],
  ...changes,
})
const errorOf = (changes: Partial<FormField>, answer: string | boolean) =>
  validateAnswers(aForm({ fields: [field(changes)] }), { it: answer }).it?.[0]

describe('an empty form', () => {
  it('has empty fields and unticked checkboxes', () => {
    const fields = [field({}), field({ name: 'yes', type: 'checkbox' })]
    expect(emptyAnswers(aForm({ fields }))).toEqual({ it: '', yes: false })
  })
})

describe('an answer', () => {
  it('is required only if the field is required', () => {
    for (const type of ['text', 'email', 'tel', 'textarea', 'select', 'number'] as const) {
      expect(errorOf({ type, required: true }, ' '), type).toEqual({ code: 'errors.required' })
      expect(errorOf({ type }, ''), type).toBeUndefined()
    }
    expect(errorOf({ type: 'checkbox', required: true }, false)?.code).toBe('errors.required')
    expect(errorOf({ type: 'checkbox', required: true }, true)).toBeUndefined()
  })

  it('must be an email address or a phone number in such a field', () => {
    expect(errorOf({ type: 'email' }, 'maya')?.code).toBe('errors.invalid_email')
    expect(errorOf({ type: 'email' }, 'maya@example.com')).toBeUndefined()
    expect(errorOf({ type: 'tel' }, '12')?.code).toBe('errors.invalid_phone')
    expect(errorOf({ type: 'tel' }, '+1 701 555 0123')).toBeUndefined()
  })

  it('must have the length of its rule', () => {
    const rules = { min: 3, max: 5 }
    expect(errorOf({ rules }, 'ab')).toEqual({ code: 'errors.too_short', params: { number: 2 } })
    expect(errorOf({ rules }, 'abcdef')).toEqual({ code: 'errors.too_long', params: { number: 5 } })
    expect(errorOf({ rules }, 'abcd')).toBeUndefined()
  })

  it('must be between the limits of a number', () => {
    const rules = { min: 1, max: 9 }
    expect(errorOf({ type: 'number', rules }, '0')).toEqual({
      code: 'errors.too_short',
      params: { number: 0 },
    })
    expect(errorOf({ type: 'number', rules }, '10')).toEqual({
      code: 'errors.too_long',
      params: { number: 10 },
    })
    expect(errorOf({ type: 'number', rules }, 'many')?.code).toBe('errors.input_required')
    expect(errorOf({ type: 'number', rules }, '9')).toBeUndefined()
  })

  it('must match the whole pattern, unless the browser does not support the pattern', () => {
    expect(errorOf({ rules: { pattern: '[A-Z]{2}' } }, 'ABC')?.code).toBe('errors.input_required')
    expect(errorOf({ rules: { pattern: '[A-Z]{2}' } }, 'AB')).toBeUndefined()
    expect(errorOf({ rules: { pattern: '(?P<x>' } }, 'AB')).toBeUndefined()
  })
})
