import { describe, expect, it } from 'vitest'
import { anEvent, aTeam } from './fakes'
import { computeSeason, coversSeason, formatRecord, homeMargin, seasonStartDay } from './season'

const NOW = Date.parse('2026-11-26T18:00:00Z')
const seconds = (day: string) => Date.parse(`${day}T19:00:00Z`) / 1000
const team = { id: 1, event_category_id: 1 }

const finishedEvent = (away: number, home: number, atHome = true, changes = {}) =>
  anEvent(1, {
    participants: [aTeam(atHome ? 2 : 1, { is_home: false }), aTeam(atHome ? 1 : 2, { is_home: true })],
    score: { away, home, note: null },
    event_utc_ts: seconds('2026-10-02'),
    ...changes,
  })

describe('the season of a team', () => {
  it('counts wins, losses and ties, at home and away', () => {
    const games = [
      finishedEvent(1, 3),
      finishedEvent(2, 0, false),
      finishedEvent(0, 4, false),
      finishedEvent(2, 2),
    ]
    expect(computeSeason(team, games, NOW)).toEqual({ won: 2, lost: 1, tied: 1 })
  })

  it('ignores games that have no score or are not finished', () => {
    const live = { ...finishedEvent(1, 3), stream_status: 'live' as const }
    expect(computeSeason(team, [anEvent(1), live], NOW)).toBeNull()
  })

  it('starts on August 1 in the channel’s time zone', () => {
    expect(seasonStartDay(NOW)).toBe('2026-08-01')
    expect(seasonStartDay(Date.parse('2026-07-31T12:00:00Z'))).toBe('2025-08-01')
    expect(seasonStartDay(Date.parse('2026-08-01T04:00:00Z'), 'America/Vancouver')).toBe('2025-08-01')
  })

  it('ignores earlier seasons and other competitions', () => {
    const before = finishedEvent(0, 9, true, { event_utc_ts: seconds('2025-01-10') })
    const lastDay = finishedEvent(0, 9, true, { event_utc_ts: seconds('2026-07-31') })
    const other = finishedEvent(0, 9, true, { event_category: { id: 7, name: 'Exhibition' } })
    expect(computeSeason(team, [before, lastDay, other, finishedEvent(1, 0)], NOW)).toEqual({
      won: 0,
      lost: 1,
      tied: 0,
    })
    expect(computeSeason(team, [before], NOW)).toBeNull()
  })

  it('counts wins of its child teams as its own', () => {
    const child = finishedEvent(1, 5, true, { participants: [aTeam(2), aTeam(11, { is_home: true })] })
    const away = finishedEvent(5, 1, true, { participants: [aTeam(11), aTeam(2, { is_home: true })] })
    const among = finishedEvent(5, 1, true, { participants: [aTeam(11), aTeam(12, { is_home: true })] })
    const parent = { ...team, children: [{ id: 11 }, { id: 12 }] }
    expect(computeSeason(parent, [child, away, among], NOW)).toEqual({ won: 2, lost: 0, tied: 0 })
  })

  it('is complete once its games are loaded, regardless of earlier seasons', () => {
    const old = finishedEvent(1, 0, true, { event_utc_ts: seconds('2026-03-01') })
    expect(coversSeason([finishedEvent(1, 0)], 1, NOW)).toBe(true)
    expect(coversSeason([finishedEvent(1, 0)], 90, NOW)).toBe(false)
    expect(coversSeason([finishedEvent(1, 0), old], 90, NOW)).toBe(true)
  })

  it('shows ties only if there are any', () => {
    expect(formatRecord({ won: 4, lost: 1, tied: 0 })).toBe('4–1')
    expect(formatRecord({ won: 4, lost: 1, tied: 2 })).toBe('4–1–2')
  })
})

describe('the winner', () => {
  it('is named by a shootout or a forfeit, whatever the score', () => {
    const tie = { away: 2, home: 2, note: null }
    expect(homeMargin({ ...tie, ending: 'shootout', shootout: { away: 3, home: 2 } })).toBe(-1)
    expect(homeMargin({ ...tie, away: 5, ending: 'forfeit', winner: 'home' })).toBe(1)
  })

  it.each([
    ['SO 4–3', -1],
    ['(SO 3-4)', 1],
    ['F/SO 2–3', 1],
    ['pens 5–4', -1],
    ['t.a.b. 4–2', -2],
    ['Shootout: 0-1', 1],
    ['fus. 3–2', -1],
  ])('of a tied game is decided by the shootout: %s', (note, lead) => {
    expect(homeMargin({ away: 2, home: 2, note })).toBe(lead)
  })

  it.each([[null], ['OT'], ['2OT'], ['P3 6:12'], ['Sets 25–20']])(
    'does not exist for a tied game without a shootout: %s',
    note => {
      expect(homeMargin({ away: 2, home: 2, note })).toBe(0)
    },
  )

  it('is decided by the score if it is not tied', () => {
    expect(homeMargin({ away: 3, home: 2, note: 'OT' })).toBe(-1)
    expect(homeMargin({ away: 1, home: 2, note: 'SO 4–3' })).toBe(1)
  })
})
