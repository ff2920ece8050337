import type { EngagementStore } from './store'
import { positionsStore } from './stores/PositionsStore'
import { shieldStore } from './stores/ShieldStore'
import { finish } from './wanted'

/** A viewer is here: what they want of scores, what they pressed before they logged in, what waits to be sent. */
export async function meet(engagement: EngagementStore): Promise<void> {
  await Promise.all([
    engagement.bring(shieldStore).load(),
    finish(engagement),
    engagement.bring(positionsStore).drain(),
  ])
}
