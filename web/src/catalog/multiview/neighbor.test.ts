import { describe, expect, it } from 'vitest'
import { type ArrowKey, type Box, neighborOf } from './neighbor'

const box = (left: number, top: number, width = 100, height = 56): Box => ({ left, top, width, height })
const press = (boxes: Box[], from: number, key: ArrowKey) => neighborOf(boxes, from, key)

describe('the arrow keys among four pictures of the same size', () => {
  const four = [box(0, 0), box(104, 0), box(0, 60), box(104, 60)]
  it.each<[number, ArrowKey, number | null]>([
    [0, 'ArrowRight', 1],
    [0, 'ArrowDown', 2],
    [0, 'ArrowLeft', null],
    [0, 'ArrowUp', null],
    [3, 'ArrowLeft', 2],
    [3, 'ArrowUp', 1],
  ])('from %i, %s leads to %s', (from, key, to) => {
    expect(press(four, from, key)).toBe(to)
  })
})

describe('the arrow keys among a large picture and three beside it', () => {
  const large = [box(0, 0, 308, 176), box(312, 0), box(312, 60), box(312, 120)]
  it.each<[number, ArrowKey, number | null]>([
    [0, 'ArrowRight', 2],
    [1, 'ArrowLeft', 0],
    [3, 'ArrowLeft', 0],
    [1, 'ArrowDown', 2],
    [3, 'ArrowUp', 2],
    [3, 'ArrowDown', null],
  ])('from %i, %s leads to %s', (from, key, to) => {
    expect(press(large, from, key)).toBe(to)
  })
})
