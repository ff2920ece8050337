import type { EntryValue } from '@/shared/studio/entries'
import { missingLanguages } from '@/shared/studio/localizedText'
import { type ContentSection, readField } from './contentFields'

/** Return the languages in which a text of the entry is missing. */
export function untranslatedLanguages(
  { fields, hasProperNames }: Pick<ContentSection, 'fields' | 'hasProperNames'>,
  value: EntryValue,
  languages: readonly string[],
): string[] {
  const missing = fields.flatMap(field => {
    const part = readField(value, field.name)
    if (field.kind === 'list') {
      const items = (part ?? []) as readonly EntryValue[]
      if (field.isText) return items.flatMap(text => missingLanguages(text, languages))
      return items.flatMap(item => untranslatedLanguages({ fields: field.fieldsOf(item) }, item, languages))
    }
    const isText = field.kind === 'localized' || field.kind === 'markdown'
    return isText && !(hasProperNames && typeof part === 'string') ? missingLanguages(part, languages) : []
  })
  return languages.filter(language => missing.includes(language))
}
