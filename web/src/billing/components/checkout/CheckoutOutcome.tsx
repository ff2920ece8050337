import { observer } from 'mobx-react-lite'
import type { ErrorMessage } from '@/shared/http/errors'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { isAtForm, type PaymentStore } from '../../stores/PaymentStore'
import { AlreadyBought } from './AlreadyBought'
import { PaymentFailed } from './PaymentFailed'
import { BankAuthentication, PaymentProcessing, PaymentUnconfirmed } from './PaymentProcessing'
import { PaymentSuccess } from './PaymentSuccess'

/** Whether something stands in the place of the form: a purchase under way or over, or one that was made before. */
export function hasOutcome({ state, errorMessage }: Pick<PaymentStore, 'state' | 'errorMessage'>): boolean {
  return !isAtForm(state) || isAlreadyBought(errorMessage)
}

const isAlreadyBought = (error: ErrorMessage | null): boolean => error?.code === 'errors.already_bought'

/** What became of the press of Pay. */
export const CheckoutOutcome = observer(function CheckoutOutcome() {
  const { state } = useBilling().resolve(checkoutStore).payment
  switch (state.kind) {
    case 'processing':
      return <PaymentProcessing {...state} />
    case 'action':
      return <BankAuthentication />
    case 'success':
      return <PaymentSuccess order={state.order} />
    case 'failed':
      return <PaymentFailed order={state.order} />
    case 'unconfirmed':
      return <PaymentUnconfirmed />
    case 'refused':
      return isAlreadyBought(state.errorMessage) ? <AlreadyBought error={state.errorMessage} /> : null
    default:
      return null
  }
})
