import { HOUR_MS } from '@/shared/constants'
import type { BrowserStorage } from '@/shared/storage/BrowserStorage'
import type { EngagementStore } from './EngagementStore'
import { favoritesStore } from './stores/FavoritesStore'
import type { ToggleTarget } from './stores/OptimisticToggleStore'
import { remindersStore } from './stores/RemindersStore'

/** The favorite or reminder that a visitor pressed before the login. */
export interface PendingToggle extends ToggleTarget {
  mark: 'favorite' | 'reminder'
}

const STORAGE_KEY = 'wanted_mark'
/** A later login does not apply the press, because the viewer may have forgotten it. */
const LIFETIME_MS = HOUR_MS / 4

/** Store a press until the login is complete. The login may lead to another site and back. */
export function savePendingToggle(storage: BrowserStorage, toggle: PendingToggle): void {
  storage.set(STORAGE_KEY, toggle, LIFETIME_MS)
}

/** Apply the press that was stored before the login, once. */
export async function applyPendingToggle(engagement: EngagementStore): Promise<void> {
  const { storage } = engagement.shell
  const toggle = storage.get<PendingToggle>(STORAGE_KEY)
  storage.remove(STORAGE_KEY)
  if (!toggle) return
  const store = engagement.resolve<{ set(target: ToggleTarget, marked: boolean): Promise<void> }>(
    toggle.mark === 'favorite' ? favoritesStore : remindersStore,
  )
  // A failure is ignored, because the viewer can press again.
  await store.set(toggle, true).catch(() => undefined)
}
