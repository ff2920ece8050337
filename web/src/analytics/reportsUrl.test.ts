import { describe, expect, it } from 'vitest'
import { CONTENT_DIMENSIONS } from './reportModel'
import { dayCount, lastDays, parseReportView, presetOf, withReportView } from './reportsUrl'

const TODAY = '2026-11-22'
const parse = (address: string) => parseReportView(new URLSearchParams(address), TODAY)
const defaultDays = { from: '2026-10-26', to: TODAY }

describe('the report view in an address', () => {
  it('defaults to the last 28 days by game, compared with the days before', () => {
    expect(parse('')).toEqual({ ...defaultDays, compare: 'before', tab: 'event', event: null, quality: null })
  })

  it('has the values from the query', () => {
    const address = 'from=2026-11-01&to=2026-11-07&compare=year&tab=team&event=12&quality=13'
    expect(parse(address)).toEqual({
      ...{ from: '2026-11-01', to: '2026-11-07', compare: 'year' },
      ...{ tab: 'team', event: 12, quality: 13 },
    })
  })

  it.each([
    ['end before start', 'from=2026-11-07&to=2026-11-01'],
    ['days that do not exist', 'from=2026-02-30&to=2026-03-02'],
    ['only a start', 'from=2026-11-01'],
    ['days in the future', 'from=2026-11-20&to=2026-11-23'],
    ['more than 400 days', 'from=2025-10-01&to=2026-11-22'],
    ['days long before any channel', 'from=1999-01-01&to=1999-02-01'],
    ['not dates', 'from=monday&to=sunday'],
  ])('uses the default days if the period is invalid: %s', (_, address) => {
    expect(parse(address)).toMatchObject(defaultDays)
  })

  it('defaults to videos on a channel without games', () => {
    expect(parseReportView(new URLSearchParams('tab=team'), TODAY, CONTENT_DIMENSIONS).tab).toBe('library')
  })
})

describe('a change of the report options', () => {
  it('keeps the rest of the address', () => {
    const search = new URLSearchParams('tab=team&compare=year')
    expect(String(withReportView(search, { event: 12 }))).toBe('tab=team&compare=year&event=12')
  })

  it('omits default values', () => {
    const search = new URLSearchParams('event=12&compare=year&tab=team')
    expect(String(withReportView(search, { event: null, compare: 'before' }))).toBe('tab=team')
    expect(String(withReportView(search, { compare: 'none' }))).toContain('compare=none')
  })
})

it('A preset button is selected only for days that end today', () => {
  expect(lastDays(7, TODAY)).toEqual({ from: '2026-11-16', to: TODAY })
  expect(presetOf(lastDays(90, TODAY), TODAY)).toBe(90)
  expect(presetOf({ from: '2026-11-15', to: '2026-11-21' }, TODAY)).toBeNull()
})

it('A period includes both its first and last day, even across a clock change', () => {
  expect(dayCount('2026-11-22', '2026-11-22')).toBe(1)
  expect(dayCount('2026-10-25', '2026-11-07')).toBe(14)
})
