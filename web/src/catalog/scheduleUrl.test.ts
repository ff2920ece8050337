import { describe, expect, it } from 'vitest'
import { listQuery, monthQuery, parseScheduleFilter, withScheduleFilter } from './scheduleUrl'

const parse = (query: string) => parseScheduleFilter(new URLSearchParams(query))

describe('the address of the schedule', () => {
  it('has the filters, and ignores unknown values', () => {
    expect(
      parse('show=past&view=month&month=2026-11-21&category=3&school=ridge&limit=blackout&q=hawks'),
    ).toEqual({
      shown: 'past',
      view: 'month',
      month: '2026-11-01',
      category: 3,
      school: 'ridge',
      limit: 'blackout',
      text: 'hawks',
    })
    expect(parse('show=x&view=y&month=z&category=none&limit=none')).toMatchObject({
      shown: 'upcoming',
      view: 'list',
      month: null,
      category: null,
      limit: null,
    })
  })

  it('omits defaults', () => {
    const search = new URLSearchParams('show=past&q=hawks')
    expect(String(withScheduleFilter(search, { shown: 'upcoming', category: 4 }))).toBe('q=hawks&category=4')
  })

  it('asks for the coming events from today, and for whole months', () => {
    expect(listQuery(parse(''), '2026-11-21')).toMatchObject({ start_date: '2026-11-21' })
    expect(listQuery(parse('show=attention'), '2026-11-21')).toMatchObject({ needs_attention: true })
    expect(monthQuery(parse('show=past'), '2026-02-01')).toMatchObject({
      start_date: '2026-02-01',
      end_date: '2026-02-28',
    })
  })
})
