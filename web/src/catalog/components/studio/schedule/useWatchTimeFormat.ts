import { useLingui } from '@lingui/react/macro'
import { localeOf } from '@/shared/format/locale'

const MINUTES_PER_HOUR = 60
const MAX_MINUTES = 120

/** Return a function that formats minutes: `42 min`, or `21.4 hr` from two hours on. */
export function useWatchTimeFormat(): (minutes: number) => string {
  const { i18n } = useLingui()
  return minutes => {
    const isShort = minutes < MAX_MINUTES
    return new Intl.NumberFormat(localeOf(i18n.locale), {
      style: 'unit',
      unit: isShort ? 'minute' : 'hour',
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    }).format(isShort ? minutes : minutes / MINUTES_PER_HOUR)
  }
}
