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
  matchup: null,
  event_id: null,
  badge: null,
  action: null,
  second_action: null,
  weight: 0,
})

const slides = [slide(1, 'main'), slide(2, 'category', 3), slide(3, 'group', 3)]

const idsOf = (subject: Parameters<typeof slidesFor>[1]) => slidesFor(slides, subject).map(one => one.id)

test('a category or a school shows its own slides', () => {
  expect(idsOf({ type: 'category', id: 3 })).toEqual([2])
  expect(idsOf({ type: 'group', id: 3 })).toEqual([3])
})

test('the page of all categories, and a category without slides, show the main slides', () => {
  expect(idsOf(null)).toEqual([1])
  expect(idsOf({ type: 'category', id: 9 })).toEqual([1])
})

test('a school or a team without slides shows none', () => {
  expect(idsOf({ type: 'group', id: 9 })).toEqual([])
  expect(idsOf({ type: 'participant', id: 9 })).toEqual([])
})
