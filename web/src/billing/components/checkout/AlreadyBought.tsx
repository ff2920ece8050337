import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useSentence } from '@/shared/http/sentences'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { watchAddress } from '../../watching'
import { Result } from './Result'
import { SeeOrders, Watch } from './ways'

/** `You already bought this {type}.` (§8), and on to what is open. */
export const AlreadyBought = observer(function AlreadyBought({ sentence }: { sentence: string }) {
  const say = useSentence()
  const billing = useBilling()
  const { selection, payment } = billing.bring(checkoutStore)
  const { choice, choices, event } = selection
  const { channel } = billing.shell
  return (
    <Result
      kind="good"
      title={say(sentence)}
      actions={
        <>
          <Watch event={event?.id ?? null} to={choice?.offer ? watchAddress(channel, choice.offer) : '/'} />
          <SeeOrders />
          {choices.length > 1 ? (
            <Button kind="quiet" onClick={() => payment.dismiss()}>
              <Trans>Choose something else</Trans>
            </Button>
          ) : null}
        </>
      }
    />
  )
})
