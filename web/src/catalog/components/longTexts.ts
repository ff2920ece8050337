import { useLingui } from '@lingui/react/macro'
import { longDay, zoneName } from '@/shared/format/wholeDates'
import type { EventItem } from '../model'
import { playedAt } from '../playedAt'

/** What cards have no room for, in the viewer's language and zone. */
export function useLongTexts() {
  const { i18n } = useLingui()
  const setting = { language: i18n.locale }
  return {
    /** `Saturday, November 21`. */
    longDay: (event: EventItem) => longDay(playedAt(event), setting),
    /** `CST`, `HNC`. */
    zone: (event: EventItem) => zoneName(event.event_utc_ts * 1000, setting),
  }
}
