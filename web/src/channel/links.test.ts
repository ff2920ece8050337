import { expect, it } from 'vitest'
import { isFor, isSame, linkFrom } from './links'

const link = { email: 'maya+a@example.com', expires: '1790000000', signature: 's1' }

it('A letter’s link is read from the address, whole or not at all', () => {
  expect(linkFrom('?email=maya%2Ba%40example.com&expires=1790000000&signature=s1')).toEqual(link)
  expect(linkFrom('?email=maya%40example.com&expires=1790000000')).toBeNull()
  expect(linkFrom('')).toBeNull()
})

it('Two links are one where all of it is the same', () => {
  expect(isSame(link, { ...link })).toBe(true)
  expect(isSame(link, { ...link, signature: 's2' })).toBe(false)
})

it('A link is for somebody in whatever case their address was typed', () => {
  expect(isFor({ email: 'Maya+A@Example.com' }, link)).toBe(true)
  expect(isFor({ email: 'other@example.com' }, link)).toBe(false)
  expect(isFor(null, link)).toBe(false)
})
