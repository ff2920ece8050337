import { useLingui } from '@lingui/react/macro'
import { useBilling } from '../context'
import type { Calendar } from '../day'

/** The page's language and the channel's zone, in which every day about money is told. */
export function useCalendar(): Calendar {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useBilling().shell.channel.settings
  return { language: i18n.locale, timeZone }
}
