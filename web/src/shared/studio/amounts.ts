import { localeOf } from '@/shared/format/locale'

/** Write an amount of the document as people type it in a language: `9.9` → `9.90`, in French `9,90`. */
export function toAmountText(amount: unknown, currency: string, language: string): string {
  if (amount === null || amount === undefined || amount === '') return ''
  const { minimumFractionDigits: digits } = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
  }).resolvedOptions()
  return Number.isNaN(Number(amount))
    ? String(amount)
    : new Intl.NumberFormat(localeOf(language), {
        minimumFractionDigits: digits,
        useGrouping: false,
      }).format(Number(amount))
}

/** Read an amount as people type it: `9,99` and `1 299.00` → decimals with a point. The server checks the rest. */
export const fromAmountText = (text: string): string => text.replace(/\s/gu, '').replace(',', '.')
