import { HttpError } from '@/shared/http/errors'
import type { ScoredEvent, TimelineClient } from '../scorerApi'
import type { ScoredSport } from '../scoring/sport'
import type { StoredEntry, TimelineEntry } from '../scoring/timeline'

export const HOCKEY_RULES: ScoredSport = {
  key: 'hockey',
  name: 'Hockey',
  scoring: 'points',
  clock_direction: 'down',
  has_halves: false,
  can_tie: true,
  period_seconds: 1020,
  periods: ['1st', '2nd', '3rd'].map(name => ({
    name: `${name} period`,
    short_name: name,
    break_name: `After the ${name}`,
  })),
  overtime: { name: 'Overtime {number}', short_name: '{number}OT', seconds: 300, max_count: null },
  shootout: { name: 'Shootout', short_name: 'SO' },
  sets: null,
  scores: [{ key: 'goal', name: 'Goal', points: 1 }],
  moments: [{ key: 'save', name: 'Save' }],
}

export const SCORED_EVENT: ScoredEvent = {
  id: 12,
  name: 'Cedar Ridge Timber @ Port Ellis Tide',
  starts_at: '2026-11-28T00:00:00Z',
  teams: [
    { name: 'Cedar Ridge Timber', short_name: 'Timber', color: '#0b5d3b', color_2: null },
    { name: 'Port Ellis Tide', short_name: 'Tide', color: '#f2b01e', color_2: null },
  ],
}

/** A server with one timeline. It keeps each id once, as the real one does. */
export class FakeTimelineServer {
  nowMs = 1_000_000
  source: string | null = null
  isReachable = true
  /** The kinds that it refuses. */
  refusedKinds: readonly string[] = []
  /** The error of every request, such as the end of a session. */
  error: HttpError | null = null
  readonly log: StoredEntry[] = []
  /** The entries of each request that had some. */
  readonly batches: (readonly TimelineEntry[])[] = []
  /** Whether the next answer is lost after the server has kept the entries. */
  losesAnswer = false

  constructor(readonly sport: ScoredSport = HOCKEY_RULES) {}

  /** Return the client of a scorer. */
  clientOf(name: string): TimelineClient {
    return {
      load: async () => {
        this.check()
        return { ...this.answer(0), event: SCORED_EVENT, sport: this.sport }
      },
      send: async (entries, after) => {
        this.check()
        if (entries.length > 0) this.batches.push(entries)
        if (entries.some(({ kind }) => this.refusedKinds.includes(kind)))
          throw new HttpError(422, 'errors.invalid', 'No', { 'entries.side': [{ code: '', text: 'Bad' }] })
        this.keep(entries, `scorer:${name}`)
        if (this.losesAnswer) {
          this.losesAnswer = false
          throw new HttpError(0, 'timeout', '')
        }
        return this.answer(after)
      },
    }
  }

  /** Add entries that another scorer sent. */
  keep(entries: readonly TimelineEntry[], author: string): void {
    for (const entry of entries) {
      if (this.log.some(({ id }) => id === entry.id)) continue
      const at_ms = Math.min(entry.at_ms, this.nowMs)
      this.log.push({ ...entry, at_ms, author, revision: this.log.length + 1 })
    }
  }

  private check(): void {
    if (!this.isReachable) throw new HttpError(0, 'network', '')
    if (this.error) throw this.error
  }

  private answer(after: number) {
    const entries = this.log.filter(({ revision }) => revision > after)
    return { now_ms: this.nowMs, source: this.source, entries }
  }
}
