import { msg } from '@lingui/core/macro'
import { reportsRoom } from '@/analytics/studio'
import { scheduleRoom } from '@/catalog/studio'
import { activityRoom, Studio, teamRoom, webhooksRoom } from '@/channel/studio'
import type { StudioGroup } from '@/shared/studio/rooms'

/** The rooms of the studio as its navigation lists them. Each context exports its rooms in `studio.ts`. */
export const STUDIO_GROUPS: readonly StudioGroup[] = [
  { label: msg`Content`, rooms: [scheduleRoom] },
  { label: msg`Channel`, rooms: [reportsRoom, teamRoom, activityRoom, webhooksRoom] },
]

/** `/studio` and everything below it. It loads in its own chunk. */
export default function StudioScreen() {
  return <Studio groups={STUDIO_GROUPS} />
}
