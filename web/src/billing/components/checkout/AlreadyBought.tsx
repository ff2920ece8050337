import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useErrorMessage } from '@/shared/http/errorMessages'
import type { ErrorMessage } from '@/shared/http/errors'
import { Button } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import { checkoutStore } from '../../stores/CheckoutStore'
import { watchPath } from '../../watchPaths'
import { ResultPanel } from './ResultPanel'
import { OrdersLink, WatchLink } from './resultActions'

/** `You already bought this {type}.` (§8), and on to what is open. */
export const AlreadyBought = observer(function AlreadyBought({ error }: { error: ErrorMessage }) {
  const say = useErrorMessage()
  const billing = useBilling()
  const { selection, payment } = billing.resolve(checkoutStore)
  const { item: choice, items: choices, event } = selection
  const { channel } = billing.shell
  return (
    <ResultPanel
      kind="good"
      title={say(error)}
      actions={
        <>
          <WatchLink event={event?.id ?? null} to={choice?.offer ? watchPath(channel, choice.offer) : '/'} />
          <OrdersLink />
          {choices.length > 1 ? (
            <Button kind="quiet" onClick={() => payment.dismiss()}>
              <Trans>Choose another pass</Trans>
            </Button>
          ) : null}
        </>
      }
    />
  )
})
