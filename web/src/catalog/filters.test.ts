import { describe, expect, it } from 'vitest'
import {
  countActiveFilters,
  eventsQuery,
  FILTER_NAMES,
  filteredPath,
  isNarrowed,
  NO_FILTERS,
  parseFilters,
  withFilters,
} from './filters'

const parse = (query: string) => parseFilters(new URLSearchParams(query))

describe('the filters in an address', () => {
  it('are parsed from its query', () => {
    const query = 'sport=hockey&gender=female&school=cedar-ridge&team=cdr-hockey&city=Ironwood&state=MN'
    const more = 'division=lakes&participant_id=7&type=free&category_id=3&location=4&q=iron%20wood'
    expect(parse(`${query}&${more}&start_date=2026-11-21&end_date=2026-11-27`)).toEqual({
      sport: 'hockey',
      gender: 'female',
      school: 'cedar-ridge',
      division: 'lakes',
      team: 'cdr-hockey',
      participant_id: '7',
      type: 'free',
      city: 'Ironwood',
      state: 'MN',
      category_id: '3',
      location: '4',
      start_date: '2026-11-21',
      end_date: '2026-11-27',
      q: 'iron wood',
    })
  })

  it('accept the API’s parameter name for a category', () => {
    expect(parse('event_category_id=3').category_id).toBe('3')
  })

  it('accept a school under the name “group”', () => {
    expect(parse('group=cedar-ridge').school).toBe('cedar-ridge')
    expect(withFilters(new URLSearchParams('group=cedar-ridge'), { sport: 'soccer' }).toString()).toBe(
      'sport=soccer&school=cedar-ridge',
    )
  })

  it('ignore invalid values', () => {
    expect(
      parse(
        'gender=other&category_id=0&location=x&type=gift&participant_id=-1&start_date=yesterday&end_date=2022-07-31',
      ),
    ).toEqual(NO_FILTERS)
  })

  it('ignore dates that do not exist', () => {
    expect(parse('start_date=2026-13-45&end_date=2026-02-30')).toEqual(NO_FILTERS)
    expect(parse('start_date=2028-02-29').start_date).toBe('2028-02-29')
  })

  it('survive a round trip through the address', () => {
    const search = withFilters(new URLSearchParams(), { sport: 'soccer', start_date: '2026-11-21' })
    expect(parseFilters(search)).toEqual({ ...NO_FILTERS, sport: 'soccer', start_date: '2026-11-21' })
  })

  it('survive a round trip all together', () => {
    const all = Object.fromEntries(FILTER_NAMES.map(name => [name, '3']))
    const filters = { ...all, gender: 'male', type: 'free', start_date: '2026-11-21', end_date: '2026-11-22' }
    const address = new URL(filteredPath('/', filters), 'http://site')
    expect(parseFilters(address.searchParams)).toEqual(filters)
  })

  it('are changed one at a time, and other parameters stay', () => {
    const search = withFilters(new URLSearchParams('trk=mail&sport=soccer&event_category_id=2'), {
      sport: null,
    })
    expect(search.toString()).toBe('trk=mail&category_id=2')
  })
})

describe('the request for games', () => {
  it('contains the states that the path shows', () => {
    expect(eventsQuery('/live', NO_FILTERS)).toMatchObject({ stream_status: ['live'], sort_direction: 'asc' })
    expect(eventsQuery('/schedule', NO_FILTERS)).toMatchObject({ stream_status: ['live', 'upcoming'] })
  })

  it('asks for games with a stream on /live, and without one on /upcoming', () => {
    expect(eventsQuery('/live', NO_FILTERS)).toMatchObject({ on_air: true })
    expect(eventsQuery('/upcoming', NO_FILTERS)).toMatchObject({
      stream_status: ['live', 'upcoming'],
      on_air: false,
    })
    expect(eventsQuery('/schedule', NO_FILTERS).on_air).toBeUndefined()
  })

  it('asks for the newest games first if they are finished', () => {
    expect(eventsQuery('/vod', NO_FILTERS)).toMatchObject({
      stream_status: ['finished'],
      sort_direction: 'desc',
    })
  })

  it('asks for every game of a date range on the schedule, including past ones', () => {
    const query = eventsQuery('/schedule', { ...NO_FILTERS, start_date: '2026-11-01' })
    expect(query).toMatchObject({ stream_status: undefined, start_date: '2026-11-01' })
  })

  it('uses the API’s parameter name for a category', () => {
    expect(eventsQuery('/vod', { ...NO_FILTERS, category_id: '3' })).toMatchObject({ event_category_id: '3' })
    expect(eventsQuery('/vod', NO_FILTERS)).not.toHaveProperty('category_id')
  })
})

it('counts a date range as one filter', () => {
  expect(countActiveFilters(parse('sport=hockey&start_date=2026-11-21&end_date=2026-11-27'))).toBe(2)
})

it('treats the home page as filtered by anything except a category', () => {
  expect(isNarrowed(parse('category_id=3&trk=mail'))).toBe(false)
  for (const query of ['school=a', 'team=a', 'division=a', 'sport=a', 'location=3', 'participant_id=3']) {
    expect(isNarrowed(parse(query)), query).toBe(true)
  }
})
