import { useLingui } from '@lingui/react/macro'
import { localeOf } from '@/shared/format/locale'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Return a function that formats a number of bytes: `12 MB`, `1.4 GB`. */
export function useSizeFormat(): (bytes: number) => string {
  const { i18n } = useLingui()
  return bytes => {
    const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(bytes || 1) / 3)))
    const amount = bytes / 1000 ** power
    return new Intl.NumberFormat(localeOf(i18n.locale), {
      style: 'unit',
      unit: UNITS[power],
      unitDisplay: 'short',
      maximumFractionDigits: amount < 10 && power > 1 ? 1 : 0,
    }).format(amount)
  }
}
