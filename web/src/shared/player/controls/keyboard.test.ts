import { expect, test } from 'vitest'
import { keyAction } from './keyboard'

const press = (key: string, held: { ctrlKey?: boolean; code?: string } = {}) => ({
  key,
  code: held.code ?? '',
  shiftKey: false,
  altKey: false,
  ctrlKey: held.ctrlKey ?? false,
  metaKey: false,
})

test.each([
  [' ', { type: 'toggle' }],
  ['k', { type: 'toggle' }],
  ['K', { type: 'toggle' }],
  ['j', { type: 'skip', by: -10 }],
  ['l', { type: 'skip', by: 10 }],
  ['ArrowLeft', { type: 'skip', by: -5 }],
  ['ArrowRight', { type: 'skip', by: 5 }],
  ['ArrowUp', { type: 'volume', by: 0.1 }],
  ['ArrowDown', { type: 'volume', by: -0.1 }],
  ['f', { type: 'fullscreen' }],
  ['m', { type: 'mute' }],
  ['c', { type: 'captions' }],
  ['t', { type: 'theater' }],
  ['0', { type: 'part', tenths: 0 }],
  ['9', { type: 'part', tenths: 9 }],
  ['Home', { type: 'part', tenths: 0 }],
  ['End', { type: 'part', tenths: 10 }],
])('%s controls the player', (key, action) => {
  expect(keyAction(press(key), 'player')).toEqual(action)
})

test('other keys and combinations are left to the page', () => {
  expect(keyAction(press('x'), 'player')).toBeNull()
  expect(keyAction(press('Tab'), 'player')).toBeNull()
  expect(keyAction(press('c', { ctrlKey: true }), 'player')).toBeNull()
})

test('a focused control handles the keys that it needs', () => {
  expect(keyAction(press(' '), 'button')).toBeNull()
  expect(keyAction(press('k'), 'button')).toEqual({ type: 'toggle' })
  expect(keyAction(press('ArrowDown'), 'menu')).toBeNull()
  expect(keyAction(press('ArrowUp'), 'volume')).toBeNull()
  expect(keyAction(press('End'), 'volume')).toBeNull()
  expect(keyAction(press('End'), 'seek')).toEqual({ type: 'part', tenths: 10 })
  expect(keyAction(press('ArrowLeft'), 'seek')).toEqual({ type: 'skip', by: -5 })
})

test('AZERTY digits and letters of other scripts work by their physical key', () => {
  expect(keyAction(press('(', { code: 'Digit5' }), 'player')).toEqual({ type: 'part', tenths: 5 })
  expect(keyAction(press('л', { code: 'KeyK' }), 'player')).toEqual({ type: 'toggle' })
  expect(keyAction(press('а', { code: 'KeyF' }), 'player')).toEqual({ type: 'fullscreen' })
})
