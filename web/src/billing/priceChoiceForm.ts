import { fromAmountText, toAmountText } from '@/shared/studio/amounts'
import type { EntryValue } from '@/shared/studio/entries'

/** The values of the fields for a price that the viewer chooses. `suggested` has amounts with spaces in between. */
export interface PriceChoiceForm {
  choosesPrice: boolean
  minimum: string
  maximum: string
  suggested: string
}

/** The type of a package that grants nothing. */
export const DONATION = 'donation'

export function toPriceChoiceForm(
  value: EntryValue,
  { currency, current }: { currency: string; current: string },
): PriceChoiceForm {
  const choice = (value.price_choice ?? {}) as { minimum?: unknown; maximum?: unknown; suggested?: unknown[] }
  const amount = (part: unknown) => toAmountText(part, currency, current)
  return {
    choosesPrice: Boolean(value.price_choice),
    minimum: amount(choice.minimum),
    maximum: amount(choice.maximum),
    suggested: (choice.suggested ?? []).map(amount).join('  '),
  }
}

/** Return the choice of a form, or null for a fixed price. Viewers always choose the amount of a donation. */
export function toPriceChoice({
  type,
  choosesPrice,
  minimum,
  maximum,
  suggested,
}: PriceChoiceForm & { type: string }): EntryValue | null {
  if (!choosesPrice && type !== DONATION) return null
  return {
    minimum: fromAmountText(minimum) || (type === DONATION ? '' : '0'),
    maximum: fromAmountText(maximum),
    suggested: suggested
      .split(/[\s;]+/u)
      .filter(Boolean)
      .map(fromAmountText),
  }
}
