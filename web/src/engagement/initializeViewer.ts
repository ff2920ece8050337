import type { EngagementStore } from './EngagementStore'
import { applyPendingToggle } from './pendingToggle'
import { positionsStore } from './stores/PositionsStore'
import { pushStore } from './stores/PushStore'
import { spoilerSettingsStore } from './stores/SpoilerSettingsStore'

/**
 * A viewer is here: what they want of scores, what they pressed before they logged in, what waits to be sent.
 * This device tells nothing any more to whoever was here before.
 */
export async function initializeViewer(engagement: EngagementStore): Promise<void> {
  const push = engagement.resolve(pushStore)
  const left = push.revoke()
  if (engagement.shell.viewer.id === null) return left
  await Promise.all([
    left.then(() => push.renew()),
    engagement.resolve(spoilerSettingsStore).load(),
    applyPendingToggle(engagement),
    engagement.resolve(positionsStore).sendQueue(),
  ])
}
