import { expect, it } from 'vitest'
import { formatRelativeTime } from './relativeTime'

const now = Date.parse('2026-11-21T18:00:00Z')
const formatAge = (iso: string, language = 'en') => formatRelativeTime(Date.parse(iso), language, now)

it('formats when a device was last seen in the largest unit', () => {
  expect(formatAge('2026-11-21T17:59:30Z')).toBe('now')
  expect(formatAge('2026-11-21T17:18:00Z')).toBe('42 minutes ago')
  expect(formatAge('2026-11-21T16:00:00Z')).toBe('2 hours ago')
  expect(formatAge('2026-11-20T12:00:00Z')).toBe('yesterday')
  expect(formatAge('2026-11-16T12:00:00Z', 'fr')).toBe('il y a 5 jours')
})

it('treats a future time as now', () => {
  expect(formatAge('2026-11-21T18:03:00Z')).toBe('now')
})
