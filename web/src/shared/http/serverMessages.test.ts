import { describe, expect, it } from 'vitest'
import { descriptorFor } from './serverMessages'

const render = (sentence: string) => descriptorFor(sentence)?.message

describe('a sentence of the server', () => {
  it('is said word for word', () => {
    for (const sentence of [
      'Invalid email or password. Please try again.',
      'A valid email address is required',
      'The email address you have entered is already registered',
      'You are not registered yet. Please accept terms and conditions and click Register to continue.',
      'Reset password key expired',
    ]) {
      expect(render(sentence)).toBe(sentence)
    }
  })

  it('is said in other words where the specification wants others', () => {
    expect(render('Verification failed')).toBe('Verification your email address failed')
    expect(render('Email already verified')).toBe('Your email already verified')
    expect(render("PASSWORDS DON'T MATCH")).toBe('The password and password confirmation do not match')
  })

  it('keeps its number or its name', () => {
    expect(descriptorFor('Field length must be less than 128')).toMatchObject({
      message: 'Field length must be less than {number}',
      values: { number: '128' },
    })
    expect(descriptorFor('A reCAPTCHA token required')?.values).toEqual({ service: 'reCAPTCHA' })
    expect(descriptorFor('The reCAPTCHA token is invalid or you look like a robot')?.values).toEqual({
      service: 'reCAPTCHA',
    })
  })

  it('keeps all that it names: the field, what may stand there, and what does', () => {
    for (const value of ['vod', '', 'a\nb']) {
      expect(
        descriptorFor(
          `Field favoritable_type must be equal one of participant, group, category, but it's ${value}`,
        ),
      ).toMatchObject({
        message: "Field {field} must be equal one of {names}, but it's {value}",
        values: { field: 'favoritable_type', names: 'participant, group, category', value },
      })
    }
  })

  it('that is not known is none of ours', () => {
    expect(descriptorFor('toString')).toBeNull()
    expect(descriptorFor('Stop')).toBeNull()
  })
})
