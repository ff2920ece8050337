import { HOUR_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/storage'
import type { EngagementStore } from './store'
import { favoritesStore } from './stores/FavoritesStore'
import type { Markable } from './stores/Marks'
import { remindersStore } from './stores/RemindersStore'

/** What a visitor pressed before they were led to log in. */
export interface Wanted extends Markable {
  mark: 'favorite' | 'reminder'
}

const WANTED = 'wanted_mark'
/** Whoever logs in later than this has forgotten it. */
const LIFETIME_MS = HOUR_MS / 4

/** Remembers it over the log-in, which may lead to another site and back. */
export function remember(storage: BrowserStorage, wanted: Wanted): void {
  storage.set(WANTED, wanted, LIFETIME_MS)
}

/** Does what somebody wanted before they logged in, once. */
export async function finish(engagement: EngagementStore): Promise<void> {
  const { storage } = engagement.shell
  const wanted = storage.get<Wanted>(WANTED)
  storage.remove(WANTED)
  if (!wanted) return
  const marks = engagement.bring<{ set(thing: Markable, marked: boolean): Promise<void> }>(
    wanted.mark === 'favorite' ? favoritesStore : remindersStore,
  )
  // Somebody may press again.
  await marks.set(wanted, true).catch(() => undefined)
}
