import { observer } from 'mobx-react-lite'
import type { ErrorMessage } from '@/shared/http/errors'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import type { PaymentStore } from '../../stores/PaymentStore'
import { AlreadyBought } from './AlreadyBought'
import { PaymentFailed } from './PaymentFailed'
import { BankAuthentication, PaymentProcessing, PaymentUnconfirmed } from './PaymentProcessing'
import { PaymentSuccess } from './PaymentSuccess'

/** Whether something stands in the place of the form: a purchase under way or over, or one that was made before. */
export function hasOutcome({ state, errorMessage }: Pick<PaymentStore, 'state' | 'errorMessage'>): boolean {
  return state !== 'idle' || isAlreadyBought(errorMessage)
}

const isAlreadyBought = (error: ErrorMessage | null): error is ErrorMessage =>
  error?.code === 'errors.already_bought'

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
      return isAlreadyBought(errorMessage) ? <AlreadyBought error={errorMessage} /> : null
  }
})
