import type { EngagementStore } from './EngagementStore'
import { applyPendingToggle } from './pendingToggle'
import { positionsStore } from './stores/PositionsStore'
import { pushStore } from './stores/PushStore'
import { spoilerSettingsStore } from './stores/SpoilerSettingsStore'

/**
 * Load the viewer's spoiler setting, apply a press from before the login, and send the waiting positions.
 *
 * First revoke the push subscription of a previous viewer, so that this device shows none of their messages.
 */
export async function initializeViewer(engagement: EngagementStore): Promise<void> {
  const push = engagement.resolve(pushStore)
  const revoked = push.revoke()
  if (engagement.shell.viewer.id === null) return revoked
  await Promise.all([
    revoked.then(() => push.renew()),
    engagement.resolve(spoilerSettingsStore).load(),
    applyPendingToggle(engagement),
    engagement.resolve(positionsStore).sendQueue(),
  ])
}
