import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { NEW_SCOREBOARD, type Scoreboard } from './fold'
import type { ScoredSport } from './sport'
import { findSetWinner, listSteps } from './steps'

const file = new URL('../../../../contracts/timeline/examples.json', import.meta.url)
const { sports } = JSON.parse(readFileSync(file, 'utf8')) as { sports: Record<string, ScoredSport> }
const sportOf = (key: string) => sports[key] as ScoredSport
const board = (changes: Partial<Scoreboard>): Scoreboard => ({ ...NEW_SCOREBOARD, ...changes })

/** Return the steps in short: `period_started 2`. */
const steps = (sport: string, changes: Partial<Scoreboard>) =>
  listSteps(sportOf(sport), board(changes)).map(({ kind, period, half }) =>
    [kind, period, half].filter(Boolean).join(' '),
  )

describe('what comes next', () => {
  it.each<[string, string, Partial<Scoreboard>, string[]]>([
    ['hockey', 'before the game', {}, ['period_started 1']],
    ['hockey', 'in a period', { phase: 'period', period: 1 }, ['period_ended 1']],
    ['hockey', 'in the last period', { phase: 'period', period: 3 }, ['period_ended 3', 'game_ended']],
    ['hockey', 'after a period', { phase: 'break', period: 2 }, ['period_started 3']],
    [
      'hockey',
      'after a tied regulation',
      { phase: 'break', period: 3, points: [1, 1] },
      ['period_started 4', 'shootout_started', 'game_ended'],
    ],
    [
      'hockey',
      'after a decided regulation',
      { phase: 'break', period: 3, points: [1, 2] },
      ['game_ended', 'period_started 4', 'shootout_started'],
    ],
    ['soccer', 'after both extra times', { phase: 'break', period: 4 }, ['shootout_started', 'game_ended']],
    ['hockey', 'in a shootout', { phase: 'shootout', period: 4, shootout: [0, 0] }, ['game_ended']],
    ['hockey', 'after the end', { phase: 'ended', period: 3 }, []],
    ['volleyball', 'after a set', { phase: 'break', period: 2, sets: [1, 1] }, ['period_started 3']],
    ['volleyball', 'after the last set', { phase: 'break', period: 3, sets: [3, 0] }, ['game_ended']],
    ['baseball', 'before the game', {}, ['period_started 1 top']],
    ['baseball', 'in a top half', { phase: 'period', period: 2, half: 'top' }, ['period_started 2 bottom']],
    [
      'baseball',
      'in a bottom half',
      { phase: 'period', period: 2, half: 'bottom' },
      ['period_started 3 top'],
    ],
    [
      'baseball',
      'if the home team leads after the last top half',
      { phase: 'period', period: 7, half: 'top', points: [1, 2] },
      ['game_ended', 'period_started 7 bottom'],
    ],
    [
      'baseball',
      'in a tied last bottom half',
      { phase: 'period', period: 7, half: 'bottom', points: [2, 2] },
      ['period_started 8 top', 'game_ended'],
    ],
    ['', 'in an event without a score', { phase: 'before' }, ['game_ended']],
  ])('in %s, %s', (sport, _when, changes, expected) => {
    expect(steps(sport, changes)).toEqual(expected)
  })
})

describe('a set', () => {
  it.each<[number, [number, number], string | null]>([
    [1, [24, 20], null],
    [1, [25, 23], 'away'],
    [1, [25, 24], null],
    [2, [26, 28], 'home'],
    [5, [13, 15], 'home'],
    [4, [13, 15], null],
  ])('number %i at %j is won by %s', (period, points, winner) => {
    expect(findSetWinner(sportOf('volleyball'), board({ phase: 'period', period, points }))).toBe(winner)
  })

  it('exists only in sports of sets', () => {
    expect(findSetWinner(sportOf('hockey'), board({ phase: 'period', period: 1, points: [30, 0] }))).toBe(
      null,
    )
  })
})
