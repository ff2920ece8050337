import { expect, test } from 'vitest'
import { shortcutKey } from './shortcutKey'

const pressed = (key: string, code: string, shiftKey = false) => shortcutKey({ key, code, shiftKey })

test.each([
  ['&', 'Digit1', '1'],
  ['é', 'Digit2', '2'],
  ['à', 'Digit0', '0'],
  ['+', 'Digit1', '1'], // Czech
  ['٣', 'Digit3', '3'],
  ['7', 'Numpad7', '7'],
])('the digit key with the character %s is a digit without Shift', (key, code, digit) => {
  expect(pressed(key, code)).toBe(digit)
})

test('with Shift a digit key is the character of the layout', () => {
  expect(pressed('1', 'Digit1', true)).toBe('1') // AZERTY
  expect(pressed('/', 'Digit7', true)).toBe('/') // QWERTZ
  expect(pressed('Home', 'Numpad7')).toBe('home') // without Num Lock
})

test.each([
  ['л', 'KeyK', 'k'],
  ['Л', 'KeyK', 'k'],
  ['ξ', 'KeyJ', 'j'],
  ['ל', 'KeyK', 'k'],
  ['ㅏ', 'KeyK', 'k'],
  ['Process', 'KeyM', 'm'],
  ['ю', 'Period', '.'],
  ['б', 'Comma', ','],
])('a key of another script, %s, is read by its physical position', (key, code, letter) => {
  expect(pressed(key, code)).toBe(letter)
})

test.each([
  ['m', 'Semicolon', 'm'], // AZERTY
  [',', 'KeyM', ','], // AZERTY
  ['j', 'KeyC', 'j'], // Dvorak
  ['ñ', 'Semicolon', 'ñ'],
  [' ', 'Space', ' '],
  ['ArrowLeft', 'ArrowLeft', 'arrowleft'],
])('in a Latin layout the character %s is used', (key, code, letter) => {
  expect(pressed(key, code)).toBe(letter)
})
