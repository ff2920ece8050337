import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useBilling } from '../../context'
import { checkoutStore, NEW_CARD } from '../../stores/CheckoutStore'
import { CardPart } from './CardPart'
import { SummaryPart } from './SummaryPart'
import { TeamPart } from './TeamPart'
import { useCardEntry } from './useCardEntry'
import { useFocusBack } from './useFocusBack'
import { WhatPart } from './WhatPart'
import './Checkout.css'

/**
 * The one calm page of a purchase: what, for whom, how, and what it comes to.
 *
 * It stays behind what follows: the provider's fields keep the card that was typed until it is paid.
 */
export const CheckoutForm = observer(function CheckoutForm({ hidden }: { hidden: boolean }) {
  const checkout = useBilling().bring(checkoutStore)
  const entry = useCardEntry()
  const form = useRef<HTMLDivElement>(null)
  useFocusBack(form, { hidden, missing: checkout.missing, refused: checkout.payment.refusal !== null })

  function pay() {
    const isTyped = checkout.cardId === NEW_CARD && !checkout.isFree
    const typed = isTyped ? entry.take() : 'nothing'
    if (typed !== 'too little') void checkout.pay(typed === 'nothing' ? null : typed)
  }

  return (
    <div className="checkout" ref={form} hidden={hidden}>
      <div className="stack stack--8">
        <WhatPart />
        <TeamPart />
        {checkout.isFree ? null : <CardPart entry={entry} />}
      </div>
      <SummaryPart onPay={pay} />
    </div>
  )
})
