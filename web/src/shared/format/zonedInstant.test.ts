import { describe, expect, it } from 'vitest'
import { zonedInstant } from './zonedInstant'

describe('a local time in a time zone', () => {
  it.each([
    ['2026-12-24T09:00', 'America/Chicago', '2026-12-24T15:00:00.000Z'],
    ['2026-07-01T09:00', 'America/Chicago', '2026-07-01T14:00:00.000Z'],
    ['2026-03-08T01:30', 'America/Chicago', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08T03:30', 'America/Chicago', '2026-03-08T08:30:00.000Z'],
    ['2026-12-24T09:00', 'America/St_Johns', '2026-12-24T12:30:00.000Z'],
    ['2026-12-24T09:00', 'UTC', '2026-12-24T09:00:00.000Z'],
  ])('%s in %s is %s', (local, timeZone, instant) => {
    expect(zonedInstant(local, timeZone)).toBe(instant)
  })
})
