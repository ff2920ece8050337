import { expect, it } from 'vitest'
import { HOCKEY_RULES } from '../testing/scoring'
import { fold } from './fold'
import { listRows } from './rows'
import type { TimelineEntry } from './timeline'

const GOAL: TimelineEntry = { id: 'a', kind: 'scored', at_ms: 10, side: 'home', points: 1 }
const SAVE: TimelineEntry = { id: 'b', kind: 'moment', at_ms: 20, type: 'save' }

/** Return the rows in short. */
const rows = (...entries: TimelineEntry[]) =>
  listRows(entries, fold(HOCKEY_RULES, entries)).map(({ entry, scoreboard, undoneBy, isCorrected }) => ({
    id: entry.id,
    side: entry.side,
    points: scoreboard?.points,
    undoneBy,
    isCorrected,
  }))

it('the list has the last entry first, with the score after it', () => {
  expect(rows(GOAL, SAVE).map(({ id, points }) => [id, points])).toEqual([
    ['b', [0, 1]],
    ['a', [0, 1]],
  ])
})

it('an undone entry stays in its place, with the undo that restores it', () => {
  const undo: TimelineEntry = { id: 'c', kind: 'undone', at_ms: 30, target: 'a' }
  expect(rows(GOAL, SAVE, undo)).toMatchObject([{ id: 'b' }, { id: 'a', undoneBy: 'c', points: undefined }])
  const restore: TimelineEntry = { id: 'd', kind: 'undone', at_ms: 40, target: 'c' }
  expect(rows(GOAL, SAVE, undo, restore)).toMatchObject([{ id: 'b' }, { id: 'a', undoneBy: null }])
})

it('a corrected entry shows what it is now', () => {
  const correction: TimelineEntry = { id: 'c', kind: 'corrected', at_ms: 30, target: 'a', side: 'away' }
  expect(rows(GOAL, correction)).toMatchObject([{ id: 'a', side: 'away', isCorrected: true, points: [1, 0] }])
})
