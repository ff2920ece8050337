import { useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import { localeOf } from '@/shared/format/locale'

/** Return the formatters of measured values in the page's language. */
export function useHealthFormat() {
  const { i18n } = useLingui()
  return useMemo(() => createHealthFormat(i18n.locale), [i18n.locale])
}

/** Create the formatters of measured values. */
export function createHealthFormat(language: string) {
  const locale = localeOf(language)
  const number = (options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options)
  const integer = number({ maximumFractionDigits: 0 })
  const one = number({ maximumFractionDigits: 1 })
  const fixed = number({ minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const signed = number({ maximumFractionDigits: 0, signDisplay: 'exceptZero' })
  const signedOne = number({ maximumFractionDigits: 1, signDisplay: 'exceptZero' })
  return {
    count: (value: number) => integer.format(value),
    one: (value: number) => one.format(value),
    /** `3.2 Mbit/s`, `2.0 Mbit/s`, `850 kbit/s` */
    bitrate: (bits: number) =>
      bits >= 1_000_000
        ? `${fixed.format(bits / 1_000_000)}\u00A0Mbit/s`
        : `${integer.format(bits / 1000)}\u00A0kbit/s`,
    /** `2 s`, from milliseconds */
    seconds: (milliseconds: number) => `${one.format(milliseconds / 1000)}\u00A0s`,
    /** `+40 ms`, `-1.5 s` */
    drift: (milliseconds: number) =>
      Math.abs(milliseconds) < 1000
        ? `${signed.format(milliseconds)}\u00A0ms`
        : `${signedOne.format(milliseconds / 1000)}\u00A0s`,
    /** `-22 dB` */
    level: (decibels: number) => `${integer.format(decibels)}\u00A0dB`,
  }
}
