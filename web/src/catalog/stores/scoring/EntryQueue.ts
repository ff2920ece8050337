import type { ErrorMessage } from '@/shared/http/errors'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { TimelineEntry } from '../../scoring/timeline'

/** An entry that the server refused, and why. */
export interface RefusedEntry {
  entry: TimelineEntry
  error: ErrorMessage
}

interface SavedEntries {
  waiting: readonly TimelineEntry[]
  refused: readonly RefusedEntry[]
  /** The ids of everything that was pressed on this device. */
  own: readonly string[]
}

const EMPTY: SavedEntries = { waiting: [], refused: [], own: [] }
const MAX_OWN = 4000

/**
 * The entries of one event that were pressed on this device and that the server does not have yet.
 *
 * Each change is stored at once, and starts from what is stored: a second tab of the same event adds to the same
 * queue. The server keeps each id once, so both tabs may send it.
 */
export class EntryQueue {
  private readonly name: string

  constructor(
    private readonly storage: BrowserStorage,
    eventId: number,
  ) {
    this.name = `score_entries_${eventId}`
  }

  read(): SavedEntries {
    return this.storage.get<SavedEntries>(this.name) ?? EMPTY
  }

  add(entry: TimelineEntry): SavedEntries {
    return this.change(({ waiting, own, refused }) => ({
      waiting: [...waiting, entry],
      own: [...own, entry.id].slice(-MAX_OWN),
      refused,
    }))
  }

  /** Remove entries that the server has. */
  remove(ids: ReadonlySet<string>): SavedEntries {
    const { waiting } = this.read()
    if (!waiting.some(({ id }) => ids.has(id))) return this.read()
    return this.change(saved => ({ ...saved, waiting: saved.waiting.filter(({ id }) => !ids.has(id)) }))
  }

  /** Move an entry that the server refused out of the way of the others. */
  refuse(entry: TimelineEntry, error: ErrorMessage): SavedEntries {
    return this.change(saved => ({
      ...saved,
      waiting: saved.waiting.filter(({ id }) => id !== entry.id),
      refused: [...saved.refused.filter(item => item.entry.id !== entry.id), { entry, error }],
    }))
  }

  /** Forget the refused entries, which the scorer has seen. */
  clearRefused(): SavedEntries {
    return this.change(saved => ({ ...saved, refused: [] }))
  }

  private change(update: (saved: SavedEntries) => SavedEntries): SavedEntries {
    const saved = update(this.read())
    this.storage.set(this.name, saved)
    return saved
  }
}
