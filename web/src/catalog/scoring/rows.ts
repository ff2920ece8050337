import type { Scoreboard, Snapshot } from './fold'
import { compareEntries, findUndone, isAboutGame, type TimelineEntry } from './timeline'

/** An entry of the list, with its corrections. */
export interface Row<Entry extends TimelineEntry> {
  entry: Entry
  /** The scoreboard after it; null for an undone entry. */
  scoreboard: Scoreboard | null
  /** The undo that is about it. */
  undoneBy: string | null
  isCorrected: boolean
}

/** Return the entries about the game, the last one first. Undone ones stay in their places. */
export function listRows<Entry extends TimelineEntry>(
  entries: readonly Entry[],
  snapshots: readonly Snapshot<Entry>[],
): Row<Entry>[] {
  const undone = findUndone(entries)
  const counting = new Map(snapshots.map(snapshot => [snapshot.entry.id, snapshot]))
  const undoneBy = new Map<string, string>()
  const corrected = new Set<string>()
  for (const { id, kind, target } of entries) {
    if (target === undefined || undone.has(id)) continue
    if (kind === 'undone') undoneBy.set(target, id)
    else corrected.add(target)
  }
  return entries
    .filter(isAboutGame)
    .map(entry => ({
      entry: counting.get(entry.id)?.entry ?? entry,
      scoreboard: counting.get(entry.id)?.scoreboard ?? null,
      undoneBy: undone.has(entry.id) ? (undoneBy.get(entry.id) ?? null) : null,
      isCorrected: corrected.has(entry.id),
    }))
    .sort((first, second) => compareEntries(second.entry, first.entry))
}
