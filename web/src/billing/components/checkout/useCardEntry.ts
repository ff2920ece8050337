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
  /** The error messages of the fields, in the page's language. */
  errors: Partial<Record<CardField, string>>
  onChange: (change: Change) => void
  /** Forget the state of the fields, after they are removed with their input. */
  clear: () => void
  /** Return the card, `empty` without input, or `incomplete`. The latter also shows errors in the fields. */
  getCard: () => CardInput | 'empty' | 'incomplete'
}

/** Return the state of the payment provider's card fields: completeness and errors. */
export function useCardEntry(): CardEntry {
  const { t } = useLingui()
  const stripe = useBilling().resolve(stripeStore)
  const elements = useElements()
  const [errors, setErrors] = useState<CardEntry['errors']>({})
  const completeFields = useRef<Partial<Record<CardField, boolean>>>({})
  const filledFields = useRef(new Set<CardField>())

  const onChange = useCallback(({ elementType, complete, empty, error }: Change): void => {
    const field = FIELDS.find(name => name === elementType)
    if (!field) return
    completeFields.current[field] = complete
    if (empty) filledFields.current.delete(field)
    else filledFields.current.add(field)
    setErrors(previous => ({ ...previous, [field]: error?.message }))
  }, [])

  const clear = useCallback(() => {
    completeFields.current = {}
    filledFields.current.clear()
    setErrors({})
  }, [])

  function getCard(): CardInput | 'empty' | 'incomplete' {
    const numberElement = elements?.getElement('cardNumber')
    if (!numberElement || filledFields.current.size === 0) return 'empty'
    const incomplete = FIELDS.filter(field => !completeFields.current[field])
    const [first] = incomplete
    if (!first) return stripe.cardInput(numberElement)
    const messages = {
      cardNumber: t`The card number is incomplete`,
      cardExpiry: t`The expiry date is incomplete`,
      cardCvc: t`The security code is incomplete`,
    }
    setErrors(previous => ({
      ...previous,
      ...Object.fromEntries(incomplete.map(field => [field, previous[field] ?? messages[field]])),
    }))
    const fieldElements = {
      cardNumber: numberElement,
      cardExpiry: elements?.getElement('cardExpiry'),
      cardCvc: elements?.getElement('cardCvc'),
    }
    fieldElements[first]?.focus()
    return 'incomplete'
  }

  return { errors, onChange, clear, getCard }
}
