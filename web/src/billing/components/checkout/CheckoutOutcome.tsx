import { observer } from 'mobx-react-lite'
import type { ErrorMessage } from '@/shared/http/errors'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { isAtForm, type PaymentStore } from '../../stores/PaymentStore'
import { AlreadyBought } from './AlreadyBought'
import { PaymentFailed } from './PaymentFailed'
import { BankAuthentication, PaymentProcessing, PaymentUnconfirmed } from './PaymentProcessing'
import { PaymentSuccess } from './PaymentSuccess'

/** Return whether an outcome replaces the form: a payment in progress or finished, or an earlier purchase. */
export function hasOutcome({ state, errorMessage }: Pick<PaymentStore, 'state' | 'errorMessage'>): boolean {
  return !isAtForm(state) || isAlreadyBought(errorMessage)
}

const isAlreadyBought = (error: ErrorMessage | null): boolean => error?.code === 'errors.already_bought'

/** The outcome of the payment. */
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
