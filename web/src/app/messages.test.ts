import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The messages of a catalogue: what stands in English, and what in that language. */
function messagesOf(language: string): Map<string, string> {
  const text = readFileSync(new URL(`../locales/${language}.po`, import.meta.url), 'utf8')
  const joined = text.replaceAll('"\n"', '')
  const pairs = joined.matchAll(/^msgid "(.+)"\nmsgstr "(.*)"$/gm)
  return new Map([...pairs].map(([, id = '', message = '']) => [id, message]))
}

const placeholders = (message: string) => [...message.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort()
const english = messagesOf('en')
const french = messagesOf('fr')

describe('the French of every text', () => {
  it('is there', () => {
    expect(english.size).toBeGreaterThan(50)
    expect([...english.keys()].filter(id => !french.get(id))).toEqual([])
    expect([...french.keys()].filter(id => !english.has(id))).toEqual([])
  })

  it('has the English one’s places to fill in', () => {
    const names = (message: string) => [...new Set(placeholders(message))]
    for (const [id, message] of french) {
      const plural = message.includes(', plural,')
      if (!plural) expect(names(message), id).toEqual(names(id))
    }
  })
})
