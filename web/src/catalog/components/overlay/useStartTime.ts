import { useLingui } from '@lingui/react/macro'
import { formatDay, formatDayAndTime } from '@/shared/format/dates'
import type { OverlayEvent } from '../../overlay'

/** Return when an event starts, at its place: `Today 7:00 PM`. Empty before the event has loaded. */
export function useStartTime(event: OverlayEvent | null): string {
  const { i18n } = useLingui()
  if (!event) return ''
  const format = event.is_time_known ? formatDayAndTime : formatDay
  return format(Date.parse(event.starts_at), { language: i18n.locale, timeZone: event.time_zone })
}
