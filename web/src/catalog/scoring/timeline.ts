/** The timeline of an event, as `catalog/domain/scoring/timeline.py` reads it. */

export type Side = 'away' | 'home'
export type Half = 'top' | 'bottom'
/** A value of the away side and one of the home side. */
export type Pair = readonly [away: number, home: number]

/** What an entry says. Entries of the same millisecond follow each other in this order. */
const ENTRY_KINDS = [
  'period_started',
  'shootout_started',
  'clock_set',
  'clock_started',
  'clock_stopped',
  'scored',
  'score_set',
  'moment',
  'note',
  'period_ended',
  'game_ended',
  'corrected',
  'undone',
] as const

export type EntryKind = (typeof ENTRY_KINDS)[number]

/** The fields of an entry that depend on its kind. */
export interface EntryFields {
  side?: Side
  points?: number
  /** The key of a score or a moment of the sport. */
  type?: string
  period?: number
  half?: Half
  /** What the clock shows. */
  seconds?: number
  score?: Pair
  sets?: Pair
  text?: string
  /** The side that wins by forfeit. */
  winner?: Side
  /** The entry that an undo or a correction is about. */
  target?: string
  /** The corrected time. */
  moved_to_ms?: number
}

/** Something that happened. Its id is a UUID that the author chose, so that an entry sent twice counts once. */
export interface TimelineEntry extends EntryFields {
  id: string
  kind: EntryKind
  /** When it happened, in milliseconds since 1970. */
  at_ms: number
}

/** An entry that the server has, with its author, such as `scorer:Ana`. */
export interface StoredEntry extends TimelineEntry {
  revision: number
  author: string
}

const RANKS = new Map<EntryKind, number>(ENTRY_KINDS.map((kind, rank) => [kind, rank]))
const CORRECTABLE = [
  'side',
  'points',
  'type',
  'period',
  'half',
  'seconds',
  'score',
  'sets',
  'text',
  'winner',
] as const

/** Compare entries by the time at which they happened, then by kind and id, never by their arrival. */
export function compareEntries(first: TimelineEntry, second: TimelineEntry): number {
  return (
    first.at_ms - second.at_ms ||
    (RANKS.get(first.kind) ?? 0) - (RANKS.get(second.kind) ?? 0) ||
    (first.id < second.id ? -1 : Number(first.id > second.id))
  )
}

/** Return whether an entry is about the game, not about another entry. */
export const isAboutGame = ({ kind }: TimelineEntry) => kind !== 'undone' && kind !== 'corrected'

/**
 * Return the entries that count, in order, with their corrections. An undo can be undone. If several corrections are
 * about one entry, the last one counts for each field. An undo or a correction of a later entry has no effect.
 */
export function resolve<Entry extends TimelineEntry>(entries: Iterable<Entry>): Entry[] {
  const ordered = [...entries].sort(compareEntries)
  const originals = new Map(ordered.map(entry => [entry.id, entry]))
  const undone = findUndone(ordered)
  const valid = new Map(ordered.filter(({ id }) => !undone.has(id)).map(entry => [entry.id, entry]))
  for (const entry of ordered) {
    if (entry.kind !== 'corrected' || entry.target === undefined || !valid.has(entry.id)) continue
    const target = valid.get(entry.target)
    const original = originals.get(entry.target)
    if (target && original && isAboutGame(target) && compareEntries(original, entry) < 0) {
      valid.set(entry.target, applyCorrection(target, entry))
    }
  }
  return [...valid.values()].filter(isAboutGame).sort(compareEntries)
}

/** Return the ids of the undone entries. The latest undo decides first, so that it can undo another. */
export function findUndone(entries: Iterable<TimelineEntry>): ReadonlySet<string> {
  const ordered = [...entries].sort(compareEntries)
  const byId = new Map(ordered.map(entry => [entry.id, entry]))
  const undone = new Set<string>()
  for (const entry of ordered.reverse()) {
    if (entry.kind !== 'undone' || undone.has(entry.id)) continue
    const target = entry.target === undefined ? undefined : byId.get(entry.target)
    if (target && compareEntries(target, entry) < 0) undone.add(target.id)
  }
  return undone
}

function applyCorrection<Entry extends TimelineEntry>(target: Entry, correction: TimelineEntry): Entry {
  const changes: Record<string, unknown> = {}
  for (const name of CORRECTABLE) {
    if (correction[name] !== undefined) changes[name] = correction[name]
  }
  if (correction.moved_to_ms !== undefined) changes.at_ms = correction.moved_to_ms
  return { ...target, ...changes }
}
