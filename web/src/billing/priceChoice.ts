import { fromAmountText } from '@/shared/studio/amounts'
import type { CheckoutItem } from './checkoutItems'

/** Return the amounts that the page suggests, without the same amount twice. */
export const suggestedAmounts = ({ choice, price }: CheckoutItem): readonly string[] =>
  choice ? [...new Set([...choice.suggested, ...(choice.suggested.length ? [] : [price])])] : []

/** Return whether a viewer may choose this amount. The server checks it again. */
export function isAmountAllowed({ choice }: CheckoutItem, amount: string): boolean {
  const value = Number(amount)
  const isNumber = /^\d+(\.\d+)?$/.test(amount)
  return choice !== null && isNumber && Number(choice.minimum) <= value && value <= Number(choice.maximum)
}

/** Return the item at the amount that the viewer chose. */
export const withAmount = (item: CheckoutItem, amount: string): CheckoutItem => ({
  ...item,
  price: amount,
  base_price: amount,
  service_fee: '0.00',
})

/** Return an amount with as many decimals as another amount of its currency. */
export const toDecimals = (amount: string, sample: string): string =>
  Number(amount).toFixed(sample.split('.')[1]?.length ?? 0)

export { fromAmountText }
