import { describe, expect, it } from 'vitest'
import { CONTENT_DIMENSIONS } from './reportModel'
import { dayCount, lastDays, parseReportView, presetOf, withReportView } from './reportsUrl'

const TODAY = '2026-11-22'
const parse = (address: string) => parseReportView(new URLSearchParams(address), TODAY)
const defaultDays = { from: '2026-10-26', to: TODAY }

describe('what an address shows', () => {
  it('is the last 28 days by games, against the days before', () => {
    expect(parse('')).toEqual({ ...defaultDays, compare: 'before', tab: 'event', event: null, quality: null })
  })

  it('is what it says', () => {
    const address = 'from=2026-11-01&to=2026-11-07&compare=year&tab=team&event=12&quality=13'
    expect(parse(address)).toEqual({
      ...{ from: '2026-11-01', to: '2026-11-07', compare: 'year' },
      ...{ tab: 'team', event: 12, quality: 13 },
    })
  })

  it.each([
    ['the wrong way round', 'from=2026-11-07&to=2026-11-01'],
    ['of days that are not there', 'from=2026-02-30&to=2026-03-02'],
    ['of one day alone', 'from=2026-11-01'],
    ['of days to come', 'from=2026-11-20&to=2026-11-23'],
    ['of more than 400 days', 'from=2025-10-01&to=2026-11-22'],
    ['before there were channels', 'from=1999-01-01&to=1999-02-01'],
    ['of no days at all', 'from=monday&to=sunday'],
  ])('is the usual where it asks for a span %s', (_, address) => {
    expect(parse(address)).toMatchObject(defaultDays)
  })

  it('begins with films on a channel without games', () => {
    expect(parseReportView(new URLSearchParams('tab=team'), TODAY, CONTENT_DIMENSIONS).tab).toBe('library')
  })
})

describe('a change of the report options', () => {
  it('keeps the rest of the address', () => {
    const search = new URLSearchParams('tab=team&compare=year')
    expect(String(withReportView(search, { event: 12 }))).toBe('tab=team&compare=year&event=12')
  })

  it('leaves out what nobody chose', () => {
    const search = new URLSearchParams('event=12&compare=year&tab=team')
    expect(String(withReportView(search, { event: null, compare: 'before' }))).toBe('tab=team')
    expect(String(withReportView(search, { compare: 'none' }))).toContain('compare=none')
  })
})

it('A button keeps meaning its days while they end today', () => {
  expect(lastDays(7, TODAY)).toEqual({ from: '2026-11-16', to: TODAY })
  expect(presetOf(lastDays(90, TODAY), TODAY)).toBe(90)
  expect(presetOf({ from: '2026-11-15', to: '2026-11-21' }, TODAY)).toBeNull()
})

it('Both ends of a span are in it, also over the change of the clocks', () => {
  expect(dayCount('2026-11-22', '2026-11-22')).toBe(1)
  expect(dayCount('2026-10-25', '2026-11-07')).toBe(14)
})
