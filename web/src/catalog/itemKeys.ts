import type { EntryValue } from '@/shared/studio/entries'
import { createKey, toTexts } from '@/shared/studio/localizedText'

/** Return the text of an item in the channel's main language, or in any. */
export function mainText(value: unknown, language: string): string {
  const texts = toTexts(value, language)
  return texts[language] ?? Object.values(texts)[0] ?? ''
}

/** Return the items, each with a key in `keyField`: its own, or one made from its text in `textField`. */
export function withKeys(
  items: unknown,
  keyField: string,
  textField: string,
  language: string,
): EntryValue[] {
  const entries = (items ?? []) as readonly EntryValue[]
  const used = new Set(entries.flatMap(item => (item[keyField] ? [String(item[keyField])] : [])))
  return entries.map(item => {
    const key = String(item[keyField] ?? createKey(mainText(item[textField], language), used))
    used.add(key)
    return { ...item, [keyField]: key }
  })
}
