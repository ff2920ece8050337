import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const stylesheets = globSync('**/*.css', { cwd: root }).filter(path => !path.endsWith('styles/tokens.css'))
const computedStyle = (path: string) => readFileSync(root + path, 'utf8').replace(/\/\*.*?\*\//gs, '')

describe('the style of components', () => {
  it('uses tokens for every color', () => {
    const literal = /#[0-9a-f]{3,8}\b|\b(rgb|rgba|hsl|hsla|oklch|lab)\(/i
    const guilty = stylesheets.filter(path => literal.test(computedStyle(path).replace(/url\([^)]*\)/g, '')))
    expect(guilty).toEqual([])
  })

  it('is in a layer, so that chunks may load in any order', () => {
    // Plyr's own style is in no layer, so what dresses it cannot be in one either.
    const dress = 'shared/player/player.css'
    const layered = /^\s*@layer (base|ui|context)\b/
    expect(stylesheets.filter(path => !layered.test(computedStyle(path)))).toEqual([dress])
  })

  it('has no sibling rules for all elements, because every change would restyle the elements after it', () => {
    const anyone = /(^|[\s>~+,(}])\*\s*[+~]/
    expect(stylesheets.filter(path => anyone.test(computedStyle(path)))).toEqual([])
  })

  it('does not mention a channel’s brand, which is data', () => {
    expect(stylesheets.filter(path => /prairie|atelier|data-channel/.test(computedStyle(path)))).toEqual([])
  })
})
