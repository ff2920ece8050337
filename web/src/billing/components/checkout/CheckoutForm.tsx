import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { useBilling } from '../../context'
import { checkoutStore, NEW_CARD } from '../../stores/CheckoutStore'
import { AmountSection } from './AmountSection'
import { GiftSection } from './GiftSection'
import { ItemSection } from './ItemSection'
import { PaymentSection } from './PaymentSection'
import { SummarySection } from './SummarySection'
import { TeamSection } from './TeamSection'
import { useCardEntry } from './useCardEntry'
import { useRestoreFocus } from './useRestoreFocus'
import './Checkout.css'

/**
 * The checkout form: item, team, payment method and summary.
 *
 * It stays mounted but hidden during the payment, because the payment provider's fields hold the typed card.
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
    const usesNewCard = checkout.cardId === NEW_CARD && !checkout.isFree
    const card = usesNewCard ? entry.getCard() : 'empty'
    if (card !== 'incomplete') void checkout.pay(card === 'empty' ? null : card)
  }

  return (
    <div className="checkout" ref={form} hidden={hidden}>
      <div className="stack stack--8">
        <ItemSection />
        <TeamSection />
        <AmountSection />
        {checkout.canGive ? <GiftSection /> : null}
        {checkout.isFree ? null : <PaymentSection entry={entry} />}
      </div>
      <SummarySection onPay={pay} />
    </div>
  )
})
