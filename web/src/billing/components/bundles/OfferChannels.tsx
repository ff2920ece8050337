import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useBilling } from '../../context'
import { bundlesStore } from '../../stores/BundlesStore'
import { ChannelList } from './ChannelList'

interface Props {
  type: string
  id: number
  /** Whether to add how to get access there. */
  detailed?: boolean
}

/** The other channels that an offer includes, before it is bought. Most offers include none. */
export const OfferChannels = observer(function OfferChannels({ type, id, detailed }: Props) {
  const store = useBilling().resolve(bundlesStore)
  useEffect(() => {
    if (!store.offers.value && !store.offers.isBusy) void store.loadOffers()
  }, [store])
  const channels = type === 'package' || type === 'subscription' ? store.ofOffer(type, id) : []
  if (channels.length === 0) return null
  return (
    <div className="stack stack--2">
      <p>
        <Trans>Also includes:</Trans>
      </p>
      <ChannelList channels={channels} />
      {detailed ? (
        <p className="hint">
          <Trans>
            To watch there, use an account with the same email address, and verify it on both sites.
          </Trans>
        </p>
      ) : null}
    </div>
  )
})
