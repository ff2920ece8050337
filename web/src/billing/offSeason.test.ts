import { describe, expect, it } from 'vitest'
import { chargeTimeAfter } from './offSeason'

const SUMMER = { from: '06-01', until: '08-31' }
const WINTER = { from: '11-15', until: '02-10' }
const options = { language: 'en', timeZone: 'UTC' }

describe('the next charge of a seasonal subscription', () => {
  it.each([
    [SUMMER, '2026-03-10', '2026-04-09'],
    [SUMMER, '2026-05-01', '2026-05-31'],
    [SUMMER, '2026-05-02', '2026-09-01'],
    [SUMMER, '2026-05-20T13:30:00Z', '2026-09-19'],
    [SUMMER, '2026-07-15', '2026-10-01'],
    [WINTER, '2026-10-31T12:00:00Z', '2027-02-26'],
    [null, '2026-05-20', '2026-06-19'],
  ])('comes after 30 days of season', (offSeason, start, day) => {
    const at = chargeTimeAfter(Date.parse(start), 30, offSeason, options)
    expect(new Date(at).toISOString().slice(0, 10)).toBe(day)
  })
})
