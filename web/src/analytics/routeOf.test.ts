import { expect, it } from 'vitest'
import { pageOf, routeOf } from './routeOf'

it('a route has no number, no query and no key in it', () => {
  expect(routeOf('/api/events/12?api_key=secret')).toBe('/api/events/:id')
  expect(routeOf('https://api.example.org/api/orders/9/pay')).toBe('/api/orders/:id/pay')
  expect(routeOf('/share/3/9f86d081884c7d659a2feaa0c55ad015')).toBe('/share/:id/:key')
  expect(routeOf('/api/v1/channel-bootstrap-data')).toBe('/api/v1/channel-bootstrap-data')
  expect(routeOf('/project.json')).toBe('/project.json')
})

it('a page keeps the number of its game, and loses what could be a key', () => {
  expect(pageOf('/watch/12?trk=mail#top')).toBe('/watch/12')
  expect(pageOf('/')).toBe('/')
  expect(pageOf('/forms/try-out')).toBe('/forms/try-out')
  expect(pageOf('/share/3/0d9f8f5a-58cb-4bd6-97a7-b3a2d7d3a4c9')).toBe('/share/3/:key')
  expect(pageOf('/maya@example.com')).toBe('/:key')
})
