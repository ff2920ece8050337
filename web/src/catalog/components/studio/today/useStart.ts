import { useLingui } from '@lingui/react/macro'
import { formatDayAndTime } from '@/shared/format/dates'
import { useCatalog } from '../../../context'
import type { TodayEvent } from '../../../todayApi'

/** Return a function that formats the start of an event, in the channel's time zone. */
export function useStart() {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useCatalog().shell.channel.settings
  return (event: TodayEvent) =>
    formatDayAndTime(Date.parse(event.starts_at), { language: i18n.locale, timeZone })
}
