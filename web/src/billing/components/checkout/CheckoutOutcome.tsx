import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { AlreadyBought } from './AlreadyBought'
import { PaymentFailed } from './PaymentFailed'
import { BankAuthentication, PaymentProcessing, PaymentUnconfirmed } from './PaymentProcessing'
import { PaymentSuccess } from './PaymentSuccess'

/** Whether something stands in the place of the form: a purchase under way or over, or one that was made before. */
export function hasOutcome({ state, errorMessage }: { state: string; errorMessage: string | null }): boolean {
  return state !== 'idle' || isAlreadyBought(errorMessage)
}

const isAlreadyBought = (errorMessage: string | null): errorMessage is string =>
  errorMessage !== null && /^You already bought this \w+\.$/.test(errorMessage)

/** What became of the press of Pay. */
export const CheckoutOutcome = observer(function CheckoutOutcome() {
  const { state, order, isLost: lost, errorMessage } = useBilling().resolve(checkoutStore).payment
  switch (state) {
    case 'processing':
      return <PaymentProcessing />
    case 'action':
      return <BankAuthentication />
    case 'success':
      return order && <PaymentSuccess order={order} />
    case 'error':
      return lost || !order ? <PaymentUnconfirmed /> : <PaymentFailed order={order} />
    default:
      return isAlreadyBought(errorMessage) ? <AlreadyBought sentence={errorMessage} /> : null
  }
})
