import { expect, test } from 'vitest'
import type { Slide } from '@/shared/shell'
import { slidesFor } from './slides'

const slide = (
  id: number,
  slidable_type: Slide['slidable_type'],
  slidable_id: number | null = null,
): Slide => ({
  id,
  slidable_type,
  slidable_id,
  title: `Slide ${id}`,
  line: null,
  image: null,
  image_tall: null,
  event_id: null,
  badge: null,
  action: null,
  second_action: null,
  weight: 0,
})

const slides = [slide(1, 'main'), slide(2, 'category', 3), slide(3, 'group', 3)]

test('a category shows its own slides', () => {
  expect(slidesFor(slides, '3').map(one => one.id)).toEqual([2])
})

test('everything else shows the main ones', () => {
  expect(slidesFor(slides, null).map(one => one.id)).toEqual([1])
  expect(slidesFor(slides, '9').map(one => one.id)).toEqual([1])
})
