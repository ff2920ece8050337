import { useLingui } from '@lingui/react/macro'
import { formatTime } from '@/shared/format/dates'
import { formatLongDay, timeZoneAbbreviation } from '@/shared/format/longDates'
import { listingInstant } from '../../listingInstant'
import type { EventItem } from '../../model'

/** Return functions that format the texts that are too long for cards, in the viewer's language and time zone. */
export function useLongEventTexts() {
  const { t, i18n } = useLingui()
  const options = { language: i18n.locale }
  return {
    /** `Saturday, November 21`. */
    longDay: (event: EventItem) => formatLongDay(listingInstant(event), options),
    /** `CST`, `HNC`, or empty without a known time. */
    zone: (event: EventItem) =>
      event.is_time_known ? timeZoneAbbreviation(event.event_utc_ts * 1000, options) : '',
    /** `7:00 PM CST`, `time to be announced`. */
    time: (event: EventItem) =>
      event.is_time_known
        ? `${formatTime(event.event_utc_ts * 1000, options)} ${timeZoneAbbreviation(event.event_utc_ts * 1000, options)}`
        : t`time to be announced`,
  }
}
