import { describe, expect, it } from 'vitest'
import { anEvent, aTeam } from './fakes'
import { recordText, seasonOf } from './season'

const played = (away: number, home: number, atHome = true) =>
  anEvent(1, {
    participants: [aTeam(atHome ? 2 : 1, { is_home: false }), aTeam(atHome ? 1 : 2, { is_home: true })],
    score: { away, home, note: null },
  })

describe('the season of a team', () => {
  it('counts what it won, lost and tied, at home and away', () => {
    const games = [played(1, 3), played(2, 0, false), played(0, 4, false), played(2, 2)]
    expect(seasonOf(1, games)).toEqual({ won: 2, lost: 1, tied: 1 })
  })

  it('knows nothing of games without a score, or that are not over', () => {
    const live = { ...played(1, 3), stream_status: 'live' as const }
    expect(seasonOf(1, [anEvent(1), live])).toBeNull()
  })

  it('is told with its ties only where there are some', () => {
    expect(recordText({ won: 4, lost: 1, tied: 0 })).toBe('4–1')
    expect(recordText({ won: 4, lost: 1, tied: 2 })).toBe('4–1–2')
  })
})
