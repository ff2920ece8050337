import { useLingui } from '@lingui/react/macro'
import { useBilling } from '../context'
import type { DateOptions } from '../dates'

/** The page's language and the channel's zone, in which every day about money is told. */
export function useDateOptions(): DateOptions {
  const { i18n } = useLingui()
  const { time_zone: timeZone } = useBilling().shell.channel.settings
  return { language: i18n.locale, timeZone }
}
