/** A custom property that nothing sets makes its declaration invalid: a bar without a background, say. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Shades of the text color (`--body-text-10`), and properties that Base UI sets. */
const SET_ELSEWHERE = /^--(?:body-text-\d+|anchor-width|available-height)$/

/** Return the properties that style sheets use without a default, and that neither they nor the code name. */
function findUnset(styles: string, code: string): string[] {
  const isSet = (name: string) => new RegExp(`${name}\\s*:`).test(styles) || code.includes(`'${name}'`)
  const used = new Set([...styles.matchAll(/var\((--[\w-]+)\s*\)/g)].map(([, name = '']) => name))
  return [...used].filter(name => !SET_ELSEWHERE.test(name) && !isSet(name))
}

const read = (pattern: string) =>
  globSync(pattern, { cwd: root })
    .map(path => readFileSync(root + path, 'utf8'))
    .join('\n')

it('every custom property of a style sheet is set somewhere', () => {
  expect(findUnset(read('**/*.css'), read('**/*.{ts,tsx}'))).toEqual([])
})

it('a property that nothing sets is found', () => {
  expect(findUnset('.bar { --gap: 0; margin: var(--gap); color: var(--ink) }', '')).toEqual(['--ink'])
})
