import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useBilling } from '../../context'
import { bundlesStore } from '../../stores/BundlesStore'
import { ChannelList } from '../bundles/ChannelList'

/** Links to the other channels that an order opens. */
export const OrderChannels = observer(function OrderChannels({ orderId }: { orderId: number }) {
  const channels = useBilling().resolve(bundlesStore).ofOrder(orderId)
  if (channels.length === 0) return null
  return (
    <div className="stack stack--2 order__note">
      <p>
        <Trans>Also opens:</Trans>
      </p>
      <ChannelList channels={channels} linked />
      <p className="hint">
        <Trans>Log in there with the same email address. Both addresses must be verified.</Trans>
      </p>
    </div>
  )
})
