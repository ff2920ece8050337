import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fold, NEW_SCOREBOARD, readClock, type Scoreboard } from './fold'
import { phaseName, type ScoredSport } from './sport'
import type { TimelineEntry } from './timeline'

interface Example {
  sport: string
  entries: TimelineEntry[]
  snapshots: (Partial<Scoreboard> & { id: string; name: string })[]
}

const file = new URL('../../../../contracts/timeline/examples.json', import.meta.url)
const { sports, timelines } = JSON.parse(readFileSync(file, 'utf8')) as {
  sports: Record<string, ScoredSport>
  timelines: Example[]
}

describe('the scoreboard', () => {
  it.each(timelines.map((example, index) => [example.sport || 'no sport', index, example] as const))(
    'of %s, example %i, is that of the server',
    (_name, _index, { sport, entries, snapshots }) => {
      const rules = sports[sport] as ScoredSport
      const folded = fold(rules, entries).map(({ entry, scoreboard }) => ({
        id: entry.id,
        name: phaseName(rules, scoreboard),
        ...scoreboard,
      }))
      expect(folded).toEqual(snapshots.map(shown => ({ ...NEW_SCOREBOARD, ...shown })))
    },
  )

  it('is the same in whatever order the entries arrive', () => {
    for (const { sport, entries } of timelines) {
      const rules = sports[sport] as ScoredSport
      expect(fold(rules, entries.toReversed())).toEqual(fold(rules, entries))
    }
  })
})

describe('a clock', () => {
  const clock = { shown_ms: 60_000, since_ms: 1000, is_running: true }

  it('that counts down stops at zero', () => {
    expect(readClock(clock, 11_000, 'down')).toBe(50_000)
    expect(readClock(clock, 100_000, 'down')).toBe(0)
  })

  it('that counts up goes on', () => {
    expect(readClock(clock, 100_000, 'up')).toBe(159_000)
  })

  it('that is stopped does not move', () => {
    expect(readClock({ ...clock, is_running: false }, 100_000, 'up')).toBe(60_000)
  })
})
