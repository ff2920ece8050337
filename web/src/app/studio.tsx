import { msg } from '@lingui/core/macro'
import { use, useMemo } from 'react'
import { reportsRoom, sponsorsRoom } from '@/analytics/studio'
import { bundlesRoom, EventMakeGood, EventOffers, offersRoom, ordersRoom, sharesRoom } from '@/billing/studio'
import {
  brandRoom,
  contentRoom,
  FieldName,
  rehearsalRoom,
  restreamRoom,
  scheduleRoom,
  todayRoom,
} from '@/catalog/studio'
import {
  activityRoom,
  Studio,
  settingsRoom,
  teamRoom,
  tokensRoom,
  viewersRoom,
  webhooksRoom,
} from '@/channel/studio'
import { clipsRoom, EventHighlights } from '@/clips/studio'
import { FormPreview, requestsRoom } from '@/engagement/studio'
import { SlotsContext } from '@/shared/contexts/slots'
import type { StudioGroup } from '@/shared/studio/rooms'

/** The rooms of the studio as its navigation lists them. Each context exports its rooms in `studio.ts`. */
export const STUDIO_GROUPS: readonly StudioGroup[] = [
  { label: null, rooms: [todayRoom, rehearsalRoom] },
  { label: msg`Content`, rooms: [scheduleRoom, contentRoom, brandRoom] },
  {
    label: msg`Viewers and sales`,
    rooms: [
      offersRoom,
      bundlesRoom,
      ordersRoom,
      sharesRoom,
      sponsorsRoom,
      viewersRoom,
      clipsRoom,
      requestsRoom,
    ],
  },
  {
    label: msg`Channel`,
    rooms: [reportsRoom, teamRoom, activityRoom, settingsRoom, restreamRoom, webhooksRoom, tokensRoom],
  },
]

/** `/studio` and everything below it. It loads in its own chunk. */
export default function StudioScreen() {
  const siteSlots = use(SlotsContext)
  const slots = useMemo(
    () => ({
      ...siteSlots,
      eventOffers: [EventOffers],
      eventMakeGood: [EventMakeGood],
      eventHighlights: [EventHighlights],
      fieldName: [FieldName],
      formPreview: [FormPreview],
    }),
    [siteSlots],
  )
  return (
    <SlotsContext value={slots}>
      <Studio groups={STUDIO_GROUPS} />
    </SlotsContext>
  )
}
