import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useBilling } from '../../context'
import { checkoutStore, NEW_CARD } from '../../stores/CheckoutStore'
import { ItemSection } from './ItemSection'
import { PaymentSection } from './PaymentSection'
import { SummarySection } from './SummarySection'
import { TeamSection } from './TeamSection'
import { useCardEntry } from './useCardEntry'
import { useRestoreFocus } from './useRestoreFocus'
import './Checkout.css'

/**
 * The one calm page of a purchase: what, for whom, how, and what it comes to.
 *
 * It stays behind what follows: the provider's fields keep the card that was typed until it is paid.
 */
export const CheckoutForm = observer(function CheckoutForm({ hidden }: { hidden: boolean }) {
  const checkout = useBilling().resolve(checkoutStore)
  const entry = useCardEntry()
  const form = useRef<HTMLDivElement>(null)
  useRestoreFocus(form, {
    isHidden: hidden,
    missing: checkout.missing,
    hasError: checkout.payment.errorMessage !== null,
  })

  function pay() {
    const isTyped = checkout.cardId === NEW_CARD && !checkout.isFree
    const typed = isTyped ? entry.getCard() : 'nothing'
    if (typed !== 'too little') void checkout.pay(typed === 'nothing' ? null : typed)
  }

  return (
    <div className="checkout" ref={form} hidden={hidden}>
      <div className="stack stack--8">
        <ItemSection />
        <TeamSection />
        {checkout.isFree ? null : <PaymentSection entry={entry} />}
      </div>
      <SummarySection onPay={pay} />
    </div>
  )
})
