import { msg } from '@lingui/core/macro'
import { reportsRoom } from '@/analytics/studio'
import { EventOffers, offersRoom, ordersRoom } from '@/billing/studio'
import { brandRoom, contentRoom, scheduleRoom, todayRoom } from '@/catalog/studio'
import {
  activityRoom,
  Studio,
  settingsRoom,
  teamRoom,
  tokensRoom,
  viewersRoom,
  webhooksRoom,
} from '@/channel/studio'
import { clipsRoom } from '@/clips/studio'
import { requestsRoom } from '@/engagement/studio'
import { EventOffersContext } from '@/shared/contexts/eventOffers'
import type { StudioGroup } from '@/shared/studio/rooms'

/** The rooms of the studio as its navigation lists them. Each context exports its rooms in `studio.ts`. */
export const STUDIO_GROUPS: readonly StudioGroup[] = [
  { label: null, rooms: [todayRoom] },
  { label: msg`Content`, rooms: [scheduleRoom, contentRoom, brandRoom] },
  { label: msg`Viewers and sales`, rooms: [offersRoom, ordersRoom, viewersRoom, clipsRoom, requestsRoom] },
  {
    label: msg`Channel`,
    rooms: [reportsRoom, teamRoom, activityRoom, settingsRoom, webhooksRoom, tokensRoom],
  },
]

/** `/studio` and everything below it. It loads in its own chunk. */
export default function StudioScreen() {
  return (
    <EventOffersContext value={EventOffers}>
      <Studio groups={STUDIO_GROUPS} />
    </EventOffersContext>
  )
}
