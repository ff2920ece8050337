import { expect, it } from 'vitest'
import { isLinkFor, isSameLink, parseSignedLink } from './signedLinks'

const link = { email: 'maya+a@example.com', expires: '1790000000', signature: 's1' }

it('A signed link is read from the URL only if it is complete', () => {
  expect(parseSignedLink('?email=maya%2Ba%40example.com&expires=1790000000&signature=s1')).toEqual(link)
  expect(parseSignedLink('?email=maya%40example.com&expires=1790000000')).toBeNull()
  expect(parseSignedLink('')).toBeNull()
})

it('Two links are equal if all of their parts are', () => {
  expect(isSameLink(link, { ...link })).toBe(true)
  expect(isSameLink(link, { ...link, signature: 's2' })).toBe(false)
})

it('A link matches its address in upper or lower case', () => {
  expect(isLinkFor({ email: 'Maya+A@Example.com' }, link)).toBe(true)
  expect(isLinkFor({ email: 'other@example.com' }, link)).toBe(false)
  expect(isLinkFor(null, link)).toBe(false)
})
