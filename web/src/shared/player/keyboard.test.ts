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
  [' ', { do: 'toggle' }],
  ['k', { do: 'toggle' }],
  ['K', { do: 'toggle' }],
  ['j', { do: 'skip', by: -10 }],
  ['l', { do: 'skip', by: 10 }],
  ['ArrowLeft', { do: 'skip', by: -5 }],
  ['ArrowRight', { do: 'skip', by: 5 }],
  ['ArrowUp', { do: 'volume', by: 0.1 }],
  ['ArrowDown', { do: 'volume', by: -0.1 }],
  ['f', { do: 'fullscreen' }],
  ['m', { do: 'mute' }],
  ['c', { do: 'captions' }],
  ['t', { do: 'theatre' }],
  ['0', { do: 'part', tenths: 0 }],
  ['9', { do: 'part', tenths: 9 }],
  ['Home', { do: 'part', tenths: 0 }],
  ['End', { do: 'part', tenths: 10 }],
])('%s acts on the player', (key, action) => {
  expect(keyAction(press(key), 'player')).toEqual(action)
})

test('other keys and combinations are left to the page', () => {
  expect(keyAction(press('x'), 'player')).toBeNull()
  expect(keyAction(press('Tab'), 'player')).toBeNull()
  expect(keyAction(press('c', { ctrlKey: true }), 'player')).toBeNull()
})

test('a control keeps the keys that it needs itself', () => {
  expect(keyAction(press(' '), 'button')).toBeNull()
  expect(keyAction(press('k'), 'button')).toEqual({ do: 'toggle' })
  expect(keyAction(press('ArrowDown'), 'menu')).toBeNull()
  expect(keyAction(press('ArrowUp'), 'volume')).toBeNull()
  expect(keyAction(press('End'), 'volume')).toBeNull()
  expect(keyAction(press('End'), 'seek')).toEqual({ do: 'part', tenths: 10 })
  expect(keyAction(press('ArrowLeft'), 'seek')).toEqual({ do: 'skip', by: -5 })
})

test('the digits of AZERTY and the letters of other scripts act by their place', () => {
  expect(keyAction(press('(', { code: 'Digit5' }), 'player')).toEqual({ do: 'part', tenths: 5 })
  expect(keyAction(press('л', { code: 'KeyK' }), 'player')).toEqual({ do: 'toggle' })
  expect(keyAction(press('а', { code: 'KeyF' }), 'player')).toEqual({ do: 'fullscreen' })
})
