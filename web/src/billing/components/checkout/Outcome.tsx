import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { AlreadyBought } from './AlreadyBought'
import { Failed } from './Failed'
import { BankAsks, Lost, Processing } from './Processing'
import { Success } from './Success'

/** Whether something stands in the place of the form: a purchase under way or over, or one that was made before. */
export function hasOutcome({ state, refusal }: { state: string; refusal: string | null }): boolean {
  return state !== 'idle' || isBought(refusal)
}

const isBought = (refusal: string | null): refusal is string =>
  refusal !== null && /^You already bought this \w+\.$/.test(refusal)

/** What became of the press of Pay. */
export const Outcome = observer(function Outcome() {
  const { state, order, lost, refusal } = useBilling().bring(checkoutStore).payment
  switch (state) {
    case 'processing':
      return <Processing />
    case 'action':
      return <BankAsks />
    case 'success':
      return order && <Success order={order} />
    case 'error':
      return lost || !order ? <Lost /> : <Failed order={order} />
    default:
      return isBought(refusal) ? <AlreadyBought sentence={refusal} /> : null
  }
})
