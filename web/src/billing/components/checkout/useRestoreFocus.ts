import { type RefObject, useEffect, useRef } from 'react'

interface CheckoutFormState {
  /** Whether an outcome replaces the form. */
  isHidden: boolean
  /** The missing input of the last press of Pay. Each press creates a new object. */
  missing: { team?: unknown; card?: unknown; gift?: unknown }
  /** Whether an error is visible above the Pay button. */
  hasError: boolean
}

const CARD_SELECTOR = 'input[name="card"]:checked'
const PAY_SELECTOR = 'aside .btn--primary'
const INVALID_SELECTOR = '[data-missing] :is(button, input), input[aria-invalid="true"]'

/**
 * Move the focus to the next action of the viewer: missing input, or the Pay button or the card when the form
 * returns after a payment.
 */
export function useRestoreFocus(
  form: RefObject<HTMLElement | null>,
  { isHidden, missing, hasError }: CheckoutFormState,
) {
  const wasHidden = useRef(isHidden)

  useEffect(() => {
    const isBack = wasHidden.current && !isHidden
    wasHidden.current = isHidden
    if (isBack) form.current?.querySelector<HTMLElement>(hasError ? PAY_SELECTOR : CARD_SELECTOR)?.focus()
  }, [form, isHidden, hasError])

  // Each press of Pay sets a new `missing` object, so this effect runs again.
  useEffect(() => {
    if (missing.team || missing.card || missing.gift)
      form.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus()
  }, [form, missing])
}
