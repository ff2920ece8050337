import { useLingui } from '@lingui/react/macro'
import { formatLongDay, timeZoneAbbreviation } from '@/shared/format/longDates'
import { listingInstant } from '../../listingInstant'
import type { EventItem } from '../../model'

/** What cards have no room for, in the viewer's language and zone. */
export function useLongEventTexts() {
  const { i18n } = useLingui()
  const setting = { language: i18n.locale }
  return {
    /** `Saturday, November 21`. */
    longDay: (event: EventItem) => formatLongDay(listingInstant(event), setting),
    /** `CST`, `HNC`. */
    zone: (event: EventItem) => timeZoneAbbreviation(event.event_utc_ts * 1000, setting),
  }
}
