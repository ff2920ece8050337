import { describe, expect, it } from 'vitest'
import { FORM_SECTION } from './formSection'
import { untranslatedLanguages } from './untranslatedLanguages'

const complete = (fields: object[]) =>
  FORM_SECTION.toSaved?.({ title: 'Bus', fields }, 'en').fields as Record<string, unknown>[]

describe('the saved form', () => {
  it('names each new field after its question, in small letters and once', () => {
    const fields = complete([
      { name: 'your_team', label: 'Team' },
      { label: { en: 'Your team', fr: 'Votre équipe' } },
      { label: 'Élève' },
      { label: '2nd seat' },
      { label: 'Robot token' },
      { label: 'x'.repeat(90) },
    ])
    expect(fields.map(({ name }) => name)).toEqual([
      'your_team',
      'your_team_2',
      'eleve',
      'field_2nd_seat',
      'robot_token_2',
      'x'.repeat(37),
    ])
  })

  it('stores each choice under a value of its own', () => {
    const [field] = complete([
      { name: 'game', type: 'select', options: [{ label: 'At home' }, { label: 'At home' }, { value: 'a' }] },
    ])
    expect(field?.options).toEqual([
      { label: 'At home', value: 'at-home' },
      { label: 'At home', value: 'at-home-2' },
      { value: 'a' },
    ])
  })

  it('drops what the type of a field does not have', () => {
    const parts = { rules: { max: 4, pattern: '[a-z]+' }, options: [{ value: 'a', label: 'A' }] }
    const types = [undefined, 'number', 'select', 'checkbox']
    expect(
      complete(
        types.map((type, index) => ({ name: `f${index}`, label: 'F', ...(type && { type }), ...parts })),
      ).map(({ rules, options }) => ({ rules, options })),
    ).toEqual([
      { rules: parts.rules, options: undefined },
      { rules: { max: 4 }, options: undefined },
      { rules: undefined, options: parts.options },
      { rules: undefined, options: undefined },
    ])
  })

  it('begins with the sender in the languages of the channel', () => {
    expect(FORM_SECTION.createValue?.(['fr', 'de'])).toMatchObject({
      fields: [{ name: 'name', label: { fr: 'Votre nom', de: 'Your name' } }, { name: 'email' }],
    })
  })
})

it('a form misses a language if a question or a choice does', () => {
  const options = [
    { value: 'home', label: { en: 'At home', fr: 'À domicile' } },
    { value: 'away', label: 'Away' },
  ]
  const field = { name: 'game', type: 'select', label: { en: 'Game', fr: 'Match' }, options }
  expect(untranslatedLanguages(FORM_SECTION, { fields: [field] }, ['en', 'fr'])).toEqual(['fr'])
})
