import type { FormDefinition, FormField } from '@/shared/contexts/forms'
import type { EntryValue } from '@/shared/studio/entries'
import { toText } from '@/shared/studio/localizedText'
import { DAYS } from './formSection'

interface Reader {
  /** The reader's language. */
  language: string
  /** The channel's main language. */
  main: string
  /** The number of business days for a reply. */
  days: number
}

/** Return a form of the document as viewers get it, as `ShowForm` of the server does. */
export function toFormDefinition(form: EntryValue, { language, main, days }: Reader): FormDefinition {
  const read = (text: unknown) => toText(text, language, main).replaceAll(DAYS, String(days))
  const list = (items: unknown) => (items ?? []) as readonly EntryValue[]
  return {
    alias: String(form.key ?? ''),
    title: read(form.title),
    intro: read(form.intro),
    thanks: read(form.thanks),
    submit: read(form.submit),
    fields: list(form.fields).map(field => ({
      name: String(field.name),
      label: read(field.label),
      type: (field.type ?? 'text') as FormField['type'],
      required: field.required === true,
      rules: (field.rules ?? {}) as FormField['rules'],
      options: list(field.options).map(option => ({
        value: String(option.value),
        label: read(option.label),
      })),
    })),
    robot_check: false,
  }
}
