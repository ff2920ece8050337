import { useLingui } from '@lingui/react/macro'
import { useBilling } from '../context'
import type { DateOptions } from '../dates'

/** Return the page's language and the channel's time zone, for all dates about payments. */
export function useDateOptions(): DateOptions {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useBilling().shell.channel.settings
  return { language: i18n.locale, timeZone }
}
