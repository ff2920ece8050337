import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stylesheets = globSync('**/*.css', { cwd: root }).filter(path => !path.endsWith('styles/tokens.css'))
const computedStyle = (path: string) => readFileSync(root + path, 'utf8').replace(/\/\*.*?\*\//gs, '')

describe('the style of components', () => {
  it('uses tokens for every color', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(rgb|rgba|hsl|hsla|oklch|lab)\(/i
    const violations = stylesheets.filter(path =>
      literal.test(computedStyle(path).replace(/url\([^)]*\)/g, '')),
    )
    expect(violations).toEqual([])
  })

  it('is in a layer, so that chunks may load in any order', () => {
    // Plyr's styles are in no layer, so our styles for the player cannot be in a layer either.
    const playerStyles = 'shared/player/player.css'
    const layered = /^\s*(@import "[^"]+" layer\((base|ui|context)\);\s*)*@layer (base|ui|context)\b/
    expect(stylesheets.filter(path => !layered.test(computedStyle(path)))).toEqual([playerStyles])
  })

  it('has no sibling rules for all elements, because every change would restyle the elements after it', () => {
    const siblingOfAll = /(^|[\s>~+,(}])\*\s*[+~]/
    expect(stylesheets.filter(path => siblingOfAll.test(computedStyle(path)))).toEqual([])
  })

  it('does not mention a channel’s brand, which is data', () => {
    expect(stylesheets.filter(path => /prairie|atelier|data-channel/.test(computedStyle(path)))).toEqual([])
  })
})
