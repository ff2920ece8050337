import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './deployment'

/** Return a function that translates a text of the page into a pattern. Placeholders match anything. */
export function translator(language: 'en' | 'fr'): (english: string) => RegExp {
  const messages = language === 'en' ? null : readCatalog(language)
  return english => {
    const found = messages ? messages.get(english) : english
    if (!found) throw new Error(`the page has no text ${english} in ${language}`)
    const parts = found.split(/\{\w+\}|<\/?\d+>/).map(escapeRegExp)
    return new RegExp(`^${parts.join('.*')}$`)
  }
}

/** Escape a text for a pattern. Spaces also match no-break spaces. */
const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s/g, '\\s')

function readCatalog(language: string): Map<string, string> {
  const text = readFileSync(join(root, `web/src/locales/${language}.po`), 'utf8')
  const pairs = text.replace(/"\n"/g, '').matchAll(/^msgid (".*")\nmsgstr (".*")$/gm)
  return new Map([...pairs].map(([, id, string]) => [JSON.parse(id as string), JSON.parse(string as string)]))
}
