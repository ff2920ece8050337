import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Every class with observable fields, as its file and its source. */
const stores = globSync('**/*.ts', { cwd: root })
  .filter(path => !path.endsWith('.test.ts'))
  .flatMap(path => {
    const classes =
      readFileSync(root + path, 'utf8').match(/^(?:export )?(?:abstract )?class [\s\S]*?^\}/gm) ?? []
    return classes.map(source => ({ path, source }))
  })
  .filter(({ source }) => source.includes('makeObservable'))

/** The names of the fields of a class; a flag is a boolean one. */
function fieldsOf(source: string) {
  const fields = [
    ...source.matchAll(/^ {2}(?:(?:private|protected|readonly) )*(\w+)(?:: ([^=\n]+?))?(?: = (.+))?$/gm),
  ]
  const flags = fields.filter(([, , type, value = '']) => type === 'boolean' || /^(true|false)$/.test(value))
  return { names: fields.map(([, name = '']) => name), flags: flags.map(([, name = '']) => name) }
}

test('Every store is found, with its fields', () => {
  expect(stores.length).toBeGreaterThan(35)
  const toasts = stores.find(({ path }) => path === 'shared/notices/ToastStore.ts')
  expect(fieldsOf(toasts?.source ?? '')).toEqual({
    names: ['toasts', 'hasShown', 'lastId'],
    flags: ['hasShown'],
  })
})

test('A store has at most one boolean field, and no error beside it: several states are a union', () => {
  const found = stores.filter(({ source }) => {
    const { names, flags } = fieldsOf(source)
    return flags.length > 1 || (flags.length > 0 && names.some(name => /^error/.test(name)))
  })
  expect(found.map(({ path }) => path)).toEqual([])
})
