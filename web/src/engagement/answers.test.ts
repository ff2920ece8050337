import { describe, expect, it } from 'vitest'
import { emptyAnswers, faultsIn } from './answers'
import { aForm } from './fakes'
import type { FormField } from './model'

const field = (changes: Partial<FormField>): FormField => ({
  name: 'it',
  label: 'It',
  type: 'text',
  required: false,
  rules: {},
  options: [],
  ...changes,
})
const faultOf = (changes: Partial<FormField>, answer: string | boolean) =>
  faultsIn(aForm({ fields: [field(changes)] }), { it: answer }).it?.[0]

describe('an empty form', () => {
  it('has nothing in its fields, and no box is ticked', () => {
    const fields = [field({}), field({ name: 'yes', type: 'checkbox' })]
    expect(emptyAnswers(aForm({ fields }))).toEqual({ it: '', yes: false })
  })
})

describe('an answer', () => {
  it('is wanted where the field says so, and only there', () => {
    for (const type of ['text', 'email', 'tel', 'textarea', 'select', 'number'] as const) {
      expect(faultOf({ type, required: true }, ' '), type).toBe('Field is required')
      expect(faultOf({ type }, ''), type).toBeUndefined()
    }
    expect(faultOf({ type: 'checkbox', required: true }, false)).toBe('Field is required')
    expect(faultOf({ type: 'checkbox', required: true }, true)).toBeUndefined()
  })

  it('is an address or a number to call where that is asked', () => {
    expect(faultOf({ type: 'email' }, 'maya')).toBe('A valid email address is required')
    expect(faultOf({ type: 'email' }, 'maya@example.com')).toBeUndefined()
    expect(faultOf({ type: 'tel' }, '12')).toBe('A valid phone number is required')
    expect(faultOf({ type: 'tel' }, '+1 701 555 0123')).toBeUndefined()
  })

  it('is as long as its rule says', () => {
    const rules = { min: 3, max: 5 }
    expect(faultOf({ rules }, 'ab')).toBe('Field length must be greater than 2')
    expect(faultOf({ rules }, 'abcdef')).toBe('Field length must be less than 5')
    expect(faultOf({ rules }, 'abcd')).toBeUndefined()
  })

  it('is between the bounds of a number', () => {
    const rules = { min: 1, max: 9 }
    expect(faultOf({ type: 'number', rules }, '0')).toBe('Field length must be greater than 0')
    expect(faultOf({ type: 'number', rules }, '10')).toBe('Field length must be less than 10')
    expect(faultOf({ type: 'number', rules }, 'many')).toBe('Please fill in the input field')
    expect(faultOf({ type: 'number', rules }, '9')).toBeUndefined()
  })

  it('is like its pattern as a whole; a pattern that this browser cannot read is left to the server', () => {
    expect(faultOf({ rules: { pattern: '[A-Z]{2}' } }, 'ABC')).toBe('Please fill in the input field')
    expect(faultOf({ rules: { pattern: '[A-Z]{2}' } }, 'AB')).toBeUndefined()
    expect(faultOf({ rules: { pattern: '(?P<x>' } }, 'AB')).toBeUndefined()
  })
})
