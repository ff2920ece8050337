import { describe, expect, it } from 'vitest'
import { contrastRatio, suggestColor } from './contrast'

describe('the contrast rule', () => {
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.478089],
    ['#79d67f', '#42c6c6', 1.159348],
    ['#15e871', '#9a3fc1', 3.32368],
  ])('has the ratio of the server for %s on %s', (text, background, ratio) => {
    expect(contrastRatio(text, background)).toBeCloseTo(ratio, 5)
  })

  it.each([
    ['#79d67f', '#42c6c6', '#2a4b2c'],
    ['#cb5539', '#4d1d98', '#e09988'],
    ['#76be7b', '#4da172', '#182619'],
    ['#15e871', '#9a3fc1', '#b9f8d4'],
  ])('suggests the color of the server for %s on %s', (text, background, suggestion) => {
    expect(suggestColor(text, background)).toBe(suggestion)
  })
})
