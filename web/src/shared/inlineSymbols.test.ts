// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { inlineSymbols } from './inlineSymbols'

const SPRITE =
  '<svg xmlns="http://www.w3.org/2000/svg"><symbol id="play" viewBox="0 0 24 24"><path d="M8 5"/></symbol></svg>'

afterEach(() => document.body.replaceChildren())

test('the symbols of a sprite are in the document once, hidden, under a prefix', () => {
  inlineSymbols(SPRITE, 'icon-')
  inlineSymbols(SPRITE, 'icon-')
  expect(document.querySelectorAll('#icon-play path')).toHaveLength(1)
  expect(document.getElementById('play')).toBeNull()
  expect(document.getElementById('icon-symbols')?.hidden).toBe(true)
})

test('sprites with different prefixes can be on one page', () => {
  inlineSymbols(SPRITE, 'icon-')
  inlineSymbols(SPRITE, 'player-')
  expect(document.querySelectorAll('symbol')).toHaveLength(2)
  expect(document.getElementById('icon-play')?.namespaceURI).toBe('http://www.w3.org/2000/svg')
})
