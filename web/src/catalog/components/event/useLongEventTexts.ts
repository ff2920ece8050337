import { useLingui } from '@lingui/react/macro'
import { formatLongDay, timeZoneAbbreviation } from '@/shared/format/longDates'
import { listingInstant } from '../../listingInstant'
import type { EventItem } from '../../model'

/** Return functions that format the texts that are too long for cards, in the viewer's language and time zone. */
export function useLongEventTexts() {
  const { i18n } = useLingui()
  const options = { language: i18n.locale }
  return {
    /** `Saturday, November 21`. */
    longDay: (event: EventItem) => formatLongDay(listingInstant(event), options),
    /** `CST`, `HNC`. */
    zone: (event: EventItem) => timeZoneAbbreviation(event.event_utc_ts * 1000, options),
  }
}
