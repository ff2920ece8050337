import { expect, it } from 'vitest'
import { routePattern, safePath } from './routePattern'

it('a route pattern has no IDs, queries or keys', () => {
  expect(routePattern('/api/events/12?api_key=secret')).toBe('/api/events/:id')
  expect(routePattern('https://api.example.org/api/orders/9/pay')).toBe('/api/orders/:id/pay')
  expect(routePattern('/share/3/9f86d081884c7d659a2feaa0c55ad015')).toBe('/share/:id/:key')
  expect(routePattern('/api/v1/channel-bootstrap-data')).toBe('/api/v1/channel-bootstrap-data')
  expect(routePattern('/project.json')).toBe('/project.json')
})

it('a safe path keeps IDs, and removes queries and anything that may be a key', () => {
  expect(safePath('/watch/12?trk=mail#top')).toBe('/watch/12')
  expect(safePath('/')).toBe('/')
  expect(safePath('/forms/try-out')).toBe('/forms/try-out')
  expect(safePath('/share/3/0d9f8f5a-58cb-4bd6-97a7-b3a2d7d3a4c9')).toBe('/share/3/:key')
  expect(safePath('/maya@example.com')).toBe('/:key')
})
