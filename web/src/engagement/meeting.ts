import type { EngagementStore } from './store'
import { positionsStore } from './stores/PositionsStore'
import { pushStore } from './stores/PushStore'
import { shieldStore } from './stores/ShieldStore'
import { finish } from './wanted'

/**
 * A viewer is here: what they want of scores, what they pressed before they logged in, what waits to be sent.
 * This device tells nothing any more to whoever was here before.
 */
export async function meet(engagement: EngagementStore): Promise<void> {
  const push = engagement.bring(pushStore)
  const left = push.leave()
  if (engagement.shell.viewer.id === null) return left
  await Promise.all([
    left.then(() => push.renew()),
    engagement.bring(shieldStore).load(),
    finish(engagement),
    engagement.bring(positionsStore).drain(),
  ])
}
