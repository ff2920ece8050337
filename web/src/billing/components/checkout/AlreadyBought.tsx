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

/** The notice `You already bought this {type}.` (§8), with links to watch and to the orders. */
export const AlreadyBought = observer(function AlreadyBought({ error }: { error: ErrorMessage }) {
  const getErrorMessage = useErrorMessage()
  const billing = useBilling()
  const checkout = billing.resolve(checkoutStore)
  const { selection, payment } = checkout
  const { item, items, event } = selection
  const { channel } = billing.shell
  return (
    <ResultPanel
      kind="success"
      title={getErrorMessage(error)}
      actions={
        <>
          <WatchLink event={event?.id ?? null} to={item?.offer ? watchPath(channel, item.offer) : '/'} />
          <OrdersLink />
          {checkout.canGive ? (
            <Button onClick={() => checkout.give()}>
              <Trans>Buy as a gift</Trans>
            </Button>
          ) : null}
          {items.length > 1 ? (
            <Button kind="quiet" onClick={() => payment.dismiss()}>
              <Trans>Choose another pass</Trans>
            </Button>
          ) : null}
        </>
      }
    />
  )
})
