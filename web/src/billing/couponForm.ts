import { fromAmountText, toAmountText } from '@/shared/studio/amounts'
import type { EntryValue } from '@/shared/studio/entries'
import { type FormLanguage, toNumber, withoutEmpty } from './offerForm'

/** The values of the form of a promo code. Days are in the channel's time zone, both included. */
export interface CouponForm {
  code: string
  kind: 'percent' | 'amount'
  discount: string
  products: readonly string[]
  limit: string
  limitEach: string
  starts: string
  ends: string
}

/** Characters of suggested codes, without those that look alike. */
const CHARACTERS = 'ACDEFGHJKLMNPQRTUVWXY34679'
const SUGGESTED_LENGTH = 8

/** Return a code that nobody guesses: eight characters that are easy to read aloud. */
export function suggestCode(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(SUGGESTED_LENGTH))
  return Array.from(numbers, number => CHARACTERS[number % CHARACTERS.length]).join('')
}

/** Return the form of an entry. An empty entry is a new code. */
export function toCouponForm(value: EntryValue, language: FormLanguage): CouponForm {
  const text = (part: unknown) => String(part ?? '')
  const hasAmount = value.amount !== undefined && value.amount !== null
  return {
    code: text(value.code),
    kind: hasAmount ? 'amount' : 'percent',
    discount: hasAmount
      ? toAmountText(value.amount, language.currency, language.current)
      : text(value.percent),
    products: (value.products ?? []) as string[],
    limit: text(value.limit),
    limitEach: text(value.limit_each),
    starts: text(value.starts).slice(0, DAY_LENGTH),
    ends: lastDay(text(value.ends)),
  }
}

/** Return the value of a form. A day that was not changed keeps its time in `before`. */
export function toCouponValue(form: CouponForm, before: EntryValue, language: FormLanguage): EntryValue {
  const old = toCouponForm(before, language)
  const discount = fromAmountText(form.discount)
  const percent = discount === '' || Number.isNaN(Number(discount)) ? discount : Number(discount)
  return withoutEmpty({
    ...before,
    code: form.code.trim().toUpperCase(),
    percent: form.kind === 'percent' ? percent : null,
    amount: form.kind === 'amount' ? discount : null,
    products: form.products,
    limit: toNumber(form.limit),
    limit_each: toNumber(form.limitEach),
    starts: form.starts === old.starts ? before.starts : form.starts,
    ends: form.ends === old.ends ? before.ends : form.ends,
  })
}

const DAY_LENGTH = 'YYYY-MM-DD'.length

/** Return the last day of an end: the day before an end at midnight. */
function lastDay(end: string): string {
  const day = end.slice(0, DAY_LENGTH)
  if (!end.endsWith(' 00:00')) return day
  const before = new Date(`${day}T00:00:00Z`)
  before.setUTCDate(before.getUTCDate() - 1)
  return before.toISOString().slice(0, DAY_LENGTH)
}
