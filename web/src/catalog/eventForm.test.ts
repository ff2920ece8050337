import { describe, expect, it } from 'vitest'
import { createKey, emptyForm, splitStart, toForm, toMinutes, toResult, toScore, toValue } from './eventForm'

const ZONE = 'America/Chicago'
const ENTRY = {
  key: 'final',
  away: 'hawks',
  home: 'otters',
  category: 'hockey',
  starts: '2026-11-27 18:00',
  duration: '1h30m',
  pass: 'ppv',
  price: { base: 8.9, fee: 1 },
  label: { en: 'Final', fr: 'Finale' },
  visibility: 'unlisted',
  replay: { from: '2026-11-28 09:00', until: '2026-12-24 18:00' },
  geo: { block: ['CA'] },
  images: { card: '/files/a.png' },
}
const form = (changes = {}) => ({ ...toForm(ENTRY, 'en', ZONE), ...changes })

describe('the form of an event', () => {
  it('shows an entry and returns an equal one', () => {
    expect(toValue(form(), ENTRY)).toEqual({ ...ENTRY, duration: '90m' })
  })

  it('keeps fields that it does not show', () => {
    const before = { ...ENTRY, demo_footage: 'final' }
    expect(toValue(form({ pass: 'free' }), before)).toMatchObject({ demo_footage: 'final', pass: 'free' })
    expect(toValue(form({ pass: 'free' }), ENTRY).price).toBeUndefined()
  })

  it('saves that only members of the teams may watch', () => {
    const value = toValue(form({ visibility: 'team_members' }), ENTRY)
    expect(value.visibility).toBe('team_members')
    expect(toForm(value, 'en', ZONE).visibility).toBe('team_members')
  })

  it('saves when viewers may watch the replay', () => {
    expect(toValue(form({ replay: 'none', visibility: 'public' }), ENTRY)).toMatchObject({
      replay: { offered: false },
    })
    expect(toValue(form({ replay: 'always' }), ENTRY)).not.toHaveProperty('replay')
    expect(toValue(form({ replayFrom: '' }), ENTRY).replay).toEqual({ until: '2026-12-24 18:00' })
    const utc = { ...ENTRY, replay: { until: '2026-12-25T00:00:00Z' } }
    expect(toForm(utc, 'en', ZONE)).toMatchObject({ replay: 'window', replayUntil: '2026-12-24T18:00' })
  })

  it('adds and removes pictures', () => {
    const images = { card: '/files/a.png', poster: '/files/b.png' }
    expect(toValue(form({ poster: '/files/b.png' }), ENTRY).images).toEqual(images)
    expect(toValue(form({ card: '' }), ENTRY)).not.toHaveProperty('images')
  })

  it('drops the last period of a result with another ending', () => {
    const before = { away: 1, home: 2, ending: 'overtime', period: 5 }
    expect(toScore(toResult(before), before)).toEqual(before)
    expect(toScore({ ...toResult(before), ending: 'regulation' }, before)).toEqual({ away: 1, home: 2 })
    const inRegulation = { away: 1, home: 2, period: 3 }
    expect(toScore(toResult(inRegulation), inRegulation)).toEqual(inRegulation)
  })

  it('leaves a number that is none for the server to refuse', () => {
    expect(toValue(form({ price: 'nine', fee: '1,5' }), ENTRY).price).toEqual({ base: 'nine', fee: 1.5 })
  })

  it('saves an event without a known time with its date alone', () => {
    const value = toValue(form({ isTimeKnown: false }), ENTRY)
    expect(value).toEqual({ ...ENTRY, starts: '2026-11-27', duration: '90m' })
    expect(toForm(value, 'en', ZONE)).toMatchObject({ isTimeKnown: false, date: '2026-11-27', time: '' })
  })

  it('keeps an event postponed until it has a time or another date', () => {
    const before = { ...ENTRY, status: 'postponed', duration: '90m' }
    expect(toValue(toForm(before, 'en', ZONE), before)).toEqual(before)
    const dated = toValue({ ...toForm(before, 'en', ZONE), date: '2026-12-04' }, before)
    expect(dated).toMatchObject({ starts: '2026-12-04', status: 'scheduled' })
  })

  it('schedules a postponed event once the time is known', () => {
    const before = { ...ENTRY, status: 'postponed' }
    const value = toValue({ ...toForm(before, 'en', ZONE), isTimeKnown: true, time: '19:30' }, before)
    expect(value).toMatchObject({ starts: '2026-11-27 19:30', status: 'scheduled' })
  })

  it('keeps the first start of a moved event', () => {
    const before = { ...ENTRY, status: 'postponed', postponed_to: '2026-12-03 18:00' }
    const moved = { ...toForm(before, 'en', ZONE), date: '2026-12-04' }
    expect(toValue(moved, before)).toMatchObject({
      starts: ENTRY.starts,
      status: 'postponed',
      postponed_to: '2026-12-04 18:00',
    })
  })

  it('creates a key from teams or title, and the day', () => {
    const teams = emptyForm({ away: 'hawks', home: 'otters', date: '2026-11-27' })
    expect(createKey(teams, 'en')).toBe('hawks-at-otters-2026-11-27')
    expect(createKey(emptyForm({ name: { fr: 'Gala d’été' } }), 'fr')).toBe('gala-d-ete')
    expect(createKey(emptyForm(), 'en')).toBe('event')
  })

  it('reads starts and durations of the pack', () => {
    expect(splitStart('2026-11-02T07:30:00Z', ZONE)).toEqual(['2026-11-02', '01:30'])
    expect([toMinutes('2h'), toMinutes('45m'), toMinutes('1h30m')]).toEqual([120, 45, 90])
  })
})
