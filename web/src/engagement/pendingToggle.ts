import { HOUR_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { EngagementStore } from './EngagementStore'
import { favoritesStore } from './stores/FavoritesStore'
import type { ToggleTarget } from './stores/OptimisticToggleStore'
import { remindersStore } from './stores/RemindersStore'

/** What a visitor pressed before they were led to log in. */
export interface PendingToggle extends ToggleTarget {
  mark: 'favorite' | 'reminder'
}

const STORAGE_KEY = 'wanted_mark'
/** Whoever logs in later than this has forgotten it. */
const LIFETIME_MS = HOUR_MS / 4

/** Remembers it over the log-in, which may lead to another site and back. */
export function savePendingToggle(storage: BrowserStorage, wanted: PendingToggle): void {
  storage.set(STORAGE_KEY, wanted, LIFETIME_MS)
}

/** Does what somebody wanted before they logged in, once. */
export async function applyPendingToggle(engagement: EngagementStore): Promise<void> {
  const { storage } = engagement.shell
  const wanted = storage.get<PendingToggle>(STORAGE_KEY)
  storage.remove(STORAGE_KEY)
  if (!wanted) return
  const marks = engagement.resolve<{ set(thing: ToggleTarget, marked: boolean): Promise<void> }>(
    wanted.mark === 'favorite' ? favoritesStore : remindersStore,
  )
  // Somebody may press again.
  await marks.set(wanted, true).catch(() => undefined)
}
