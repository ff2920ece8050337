import { type RefObject, useEffect, useRef } from 'react'

interface Standing {
  /** Something else is on the page: the purchase is under way. */
  hidden: boolean
  /** What was missing at the last press of Pay. */
  missing: { team?: string; card?: string }
  /** Why the last try came to nothing stands above the button. */
  refused: boolean
}

const CARD = 'input[name="card"]:checked'
const PAY = 'aside .btn--primary'
const WRONG = '[data-missing] :is(button, input)'

/** Puts the focus where somebody has to do something: where something is missing, or at the card, after a try that came to nothing. */
export function useFocusBack(form: RefObject<HTMLElement | null>, { hidden, missing, refused }: Standing) {
  const wasHidden = useRef(hidden)

  useEffect(() => {
    const isBack = wasHidden.current && !hidden
    wasHidden.current = hidden
    if (isBack) form.current?.querySelector<HTMLElement>(refused ? PAY : CARD)?.focus()
  }, [form, hidden, refused])

  // Every press of Pay says anew what is missing.
  useEffect(() => {
    if (missing.team || missing.card) form.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [form, missing])
}
