import { type RefObject, useEffect, useRef } from 'react'

interface CheckoutFormState {
  /** Something else is on the page: the purchase is under way. */
  isHidden: boolean
  /** What was missing at the last press of Pay. */
  missing: { team?: unknown; card?: unknown }
  /** Why the last try came to nothing stands above the button. */
  hasError: boolean
}

const CARD_SELECTOR = 'input[name="card"]:checked'
const PAY_SELECTOR = 'aside .btn--primary'
const INVALID_SELECTOR = '[data-missing] :is(button, input)'

/** Puts the focus where somebody has to do something: where something is missing, or at the card, after a try that came to nothing. */
export function useRestoreFocus(
  form: RefObject<HTMLElement | null>,
  { isHidden: hidden, missing, hasError: refused }: CheckoutFormState,
) {
  const wasHidden = useRef(hidden)

  useEffect(() => {
    const isBack = wasHidden.current && !hidden
    wasHidden.current = hidden
    if (isBack) form.current?.querySelector<HTMLElement>(refused ? PAY_SELECTOR : CARD_SELECTOR)?.focus()
  }, [form, hidden, refused])

  // Every press of Pay says anew what is missing.
  useEffect(() => {
    if (missing.team || missing.card) form.current?.querySelector<HTMLElement>(INVALID_SELECTOR)?.focus()
  }, [form, missing])
}
