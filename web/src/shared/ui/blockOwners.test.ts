/** Each block has one owner: one file styles a class with its `__elements` and `--modifiers`. */
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Split text at the characters for which `isCut` is true, outside of brackets. */
function splitOutsideBrackets(text: string, isCut: (character: string) => boolean): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if ('(['.includes(character)) depth += 1
    if (')]'.includes(character)) depth -= 1
    if (depth === 0 && isCut(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.filter(part => part.trim() !== '')
}

/** Remove the conditions `:has(…)` and `:not(…)`. Classes in `:is(…)` and `:where(…)` are styled and stay. */
function withoutConditions(compound: string): string {
  const rest = compound
    .replace(/:(has|not|nth-[\w-]+)\([^()]*\)/g, '')
    .replace(/:(is|where)\(([^()]*)\)/g, '$2')
  return rest === compound ? rest : withoutConditions(rest)
}

/** Return the blocks that a style sheet styles: the classes of the last selector part that has classes. */
function styledBlocks(css: string): Set<string> {
  const blocks = new Set<string>()
  for (const [, prelude = ''] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]+)\{/g)) {
    if (prelude.trim().startsWith('@')) continue
    for (const selector of splitOutsideBrackets(prelude, character => character === ',')) {
      const compounds = splitOutsideBrackets(selector, character => /[\s>+~]/.test(character))
      const classes = compounds.map(part => withoutConditions(part).match(/\.[a-z][\w-]*/gi) ?? [])
      for (const name of classes.findLast(names => names.length > 0) ?? []) {
        blocks.add(name.slice(1).replace(/(__|--).*/, ''))
      }
    }
  }
  return blocks
}

function sharedBlocks(stylesheets: Record<string, string>): Record<string, string[]> {
  const owners: Record<string, string[]> = {}
  for (const [path, css] of Object.entries(stylesheets)) {
    for (const block of styledBlocks(css)) owners[block] = [...(owners[block] ?? []), path]
  }
  return Object.fromEntries(Object.entries(owners).filter(([, paths]) => paths.length > 1))
}

it('a block is styled in one file; other contexts set a property or add their own class', () => {
  const paths = globSync('**/*.css', { cwd: root }).sort()
  const shared = sharedBlocks(
    Object.fromEntries(paths.map(path => [path, readFileSync(root + path, 'utf8')])),
  )
  expect(shared).toEqual({})
})

it.each([
  ['.header .btn { color: red }', ['btn']],
  ['.btn:hover > svg { color: red }', ['btn']],
  ['@media (width > 1px) { .card__title, .row--wide { color: red } }', ['card', 'row']],
  ['.main:has(> :is(.auth, .player) + .strip) { color: red }', ['main']],
  ['.embed :is(.player, .gate:not(.gate--wide)) { color: red }', ['player', 'gate']],
  ['.filters select.filters__control[data-x="a, b"] { color: red }', ['filters']],
  ['html:has(.consent) { color: red } @keyframes turn { to { rotate: 1turn } }', []],
])('finds the blocks of %s', (css, blocks) => {
  expect([...styledBlocks(css)]).toEqual(blocks)
})

it('names the block and the files', () => {
  const stylesheets = {
    'Button.css': '.btn {}',
    'Header.css': '.header .btn--small {}',
    'Icon.css': '.icon {}',
  }
  expect(sharedBlocks(stylesheets)).toEqual({ btn: ['Button.css', 'Header.css'] })
})
