import { useLingui } from '@lingui/react/macro'
import { formatDay, formatDayAndTime } from '../format/dates'
import { type EventStart, startInstant } from '../format/startInstant'

/** Return a function that formats the start of an event: `Today 7:00 PM`, `Sam. 19 h 00`, `Nov 30, time TBA`. */
export function useStartText(): (start: EventStart) => string {
  const { t, i18n } = useLingui()
  const options = { language: i18n.locale }
  return start => {
    if (start.is_time_known) return formatDayAndTime(startInstant(start), options)
    const day = formatDay(startInstant(start), options)
    return t`${day}, time TBA`
  }
}
