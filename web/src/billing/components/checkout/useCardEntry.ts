import { useLingui } from '@lingui/react/macro'
import { useElements } from '@stripe/react-stripe-js'
import type { StripeElementChangeEvent } from '@stripe/stripe-js'
import { useCallback, useRef, useState } from 'react'
import type { CardInput } from '../../cardInput'
import { useBilling } from '../../context'
import { stripeStore } from '../../stores/StripeStore'

const FIELDS = ['cardNumber', 'cardExpiry', 'cardCvc'] as const
export type CardField = (typeof FIELDS)[number]

type Change = Pick<StripeElementChangeEvent, 'elementType' | 'complete' | 'empty'> & {
  error?: { message: string }
}

export interface CardEntry {
  /** What is wrong with a field, in the page's language. */
  errors: Partial<Record<CardField, string>>
  onChange: (change: Change) => void
  /** The fields are gone, and what was typed into them. */
  clear: () => void
  /** What was typed: a card, nothing at all, or too little, which the fields then say. */
  getCard: () => CardInput | 'nothing' | 'too little'
}

/** What is known of the provider's card fields: whether they are full, and what is wrong with them. */
export function useCardEntry(): CardEntry {
  const { t } = useLingui()
  const stripe = useBilling().resolve(stripeStore)
  const elements = useElements()
  const [errors, setErrors] = useState<CardEntry['errors']>({})
  const full = useRef<Partial<Record<CardField, boolean>>>({})
  const touched = useRef(new Set<CardField>())

  const onChange = useCallback(({ elementType, complete, empty, error }: Change): void => {
    const field = FIELDS.find(one => one === elementType)
    if (!field) return
    full.current[field] = complete
    if (empty) touched.current.delete(field)
    else touched.current.add(field)
    setErrors(before => ({ ...before, [field]: error?.message }))
  }, [])

  const clear = useCallback(() => {
    full.current = {}
    touched.current.clear()
    setErrors({})
  }, [])

  function readCard(): CardInput | 'nothing' | 'too little' {
    const number = elements?.getElement('cardNumber')
    if (!number || touched.current.size === 0) return 'nothing'
    const missing = FIELDS.filter(field => !full.current[field])
    const [first] = missing
    if (!first) return stripe.cardInput(number)
    const words = {
      cardNumber: t`The card number is incomplete`,
      cardExpiry: t`The expiry date is incomplete`,
      cardCvc: t`The security code is incomplete`,
    }
    setErrors(before => ({
      ...before,
      ...Object.fromEntries(missing.map(field => [field, before[field] ?? words[field]])),
    }))
    const wrong = {
      cardNumber: number,
      cardExpiry: elements?.getElement('cardExpiry'),
      cardCvc: elements?.getElement('cardCvc'),
    }
    wrong[first]?.focus()
    return 'too little'
  }

  return { errors, onChange, clear, getCard: readCard }
}
