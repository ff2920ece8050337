import { describe, expect, it } from 'vitest'
import {
  addressWith,
  countOn,
  eventsQuery,
  FILTER_NAMES,
  filtersFrom,
  isNarrowed,
  NO_FILTERS,
  searchWith,
} from './filters'

const from = (query: string) => filtersFrom(new URLSearchParams(query))

describe('the filters in an address', () => {
  it('are read from it', () => {
    const query = 'sport=hockey&gender=female&school=cedar-ridge&team=cdr-hockey&city=Ironwood&state=MN'
    const more = 'division=lakes&participant_id=7&type=free&category_id=3&location=4&q=iron%20wood'
    expect(from(`${query}&${more}&start_date=2026-11-21&end_date=2026-11-27`)).toEqual({
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

  it('understand the server’s own word for a category', () => {
    expect(from('event_category_id=3').category_id).toBe('3')
  })

  it('understand a school by the word for what it is, a group', () => {
    expect(from('group=cedar-ridge').school).toBe('cedar-ridge')
    expect(searchWith(new URLSearchParams('group=cedar-ridge'), { sport: 'soccer' }).toString()).toBe(
      'sport=soccer&school=cedar-ridge',
    )
  })

  it('leave out what cannot be, so that the server is never asked nonsense', () => {
    expect(
      from(
        'gender=other&category_id=0&location=x&type=gift&participant_id=-1&start_date=yesterday&end_date=2022-07-31',
      ),
    ).toEqual(NO_FILTERS)
  })

  it('leave out a day that no calendar has, so that nothing tries to write it', () => {
    expect(from('start_date=2026-13-45&end_date=2026-02-30')).toEqual(NO_FILTERS)
    expect(from('start_date=2028-02-29').start_date).toBe('2028-02-29')
  })

  it('come back out of the address they were written into', () => {
    const search = searchWith(new URLSearchParams(), { sport: 'soccer', start_date: '2026-11-21' })
    expect(filtersFrom(search)).toEqual({ ...NO_FILTERS, sport: 'soccer', start_date: '2026-11-21' })
  })

  it('all come back, each under its own name', () => {
    const all = Object.fromEntries(FILTER_NAMES.map(name => [name, '3']))
    const filters = { ...all, gender: 'male', type: 'free', start_date: '2026-11-21', end_date: '2026-11-22' }
    const address = new URL(addressWith('/', filters), 'http://site')
    expect(filtersFrom(address.searchParams)).toEqual(filters)
  })

  it('are changed one by one, and nothing else in the address is', () => {
    const search = searchWith(new URLSearchParams('trk=mail&sport=soccer&event_category_id=2'), {
      sport: null,
    })
    expect(search.toString()).toBe('trk=mail&category_id=2')
  })
})

describe('what the server is asked', () => {
  it('is the part of the schedule that the path stands for', () => {
    expect(eventsQuery('/live', NO_FILTERS)).toMatchObject({ stream_status: ['live'], sort_direction: 'asc' })
    expect(eventsQuery('/schedule', NO_FILTERS)).toMatchObject({ stream_status: ['live', 'upcoming'] })
  })

  it('lists a game that is due as live once its stream is there, and as upcoming before', () => {
    expect(eventsQuery('/live', NO_FILTERS)).toMatchObject({ on_air: true })
    expect(eventsQuery('/upcoming', NO_FILTERS)).toMatchObject({
      stream_status: ['live', 'upcoming'],
      on_air: false,
    })
    expect(eventsQuery('/schedule', NO_FILTERS).on_air).toBeUndefined()
  })

  it('is the newest first where games are over', () => {
    expect(eventsQuery('/vod', NO_FILTERS)).toMatchObject({
      stream_status: ['finished'],
      sort_direction: 'desc',
    })
  })

  it('is every game of a range of days on the schedule, past ones too', () => {
    const query = eventsQuery('/schedule', { ...NO_FILTERS, start_date: '2026-11-01' })
    expect(query).toMatchObject({ stream_status: undefined, start_date: '2026-11-01' })
  })

  it('names a category as the server does', () => {
    expect(eventsQuery('/vod', { ...NO_FILTERS, category_id: '3' })).toMatchObject({ event_category_id: '3' })
    expect(eventsQuery('/vod', NO_FILTERS)).not.toHaveProperty('category_id')
  })
})

it('counts a range of days as one filter', () => {
  expect(countOn(from('sport=hockey&start_date=2026-11-21&end_date=2026-11-27'))).toBe(2)
})

it('calls a home page narrowed by anything but a category', () => {
  expect(isNarrowed(from('category_id=3&trk=mail'))).toBe(false)
  for (const query of ['school=a', 'team=a', 'division=a', 'sport=a', 'location=3', 'participant_id=3']) {
    expect(isNarrowed(from(query)), query).toBe(true)
  }
})
