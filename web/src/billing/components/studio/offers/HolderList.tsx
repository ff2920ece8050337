import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { PagedList } from '@/shared/studio/PagedList'
import { EmptyState } from '@/shared/ui/states'
import { useBilling } from '../../../context'
import { studioOffersStore } from '../../../stores/StudioOffersStore'
import type { OfferKind } from '../../../studioOffersApi'
import { StudioOrderTable } from '../StudioOrderTable'

/** The orders that hold an offer now, each with its viewer. */
export const HolderList = observer(function HolderList({
  kind,
  offerKey,
}: {
  kind: OfferKind
  offerKey: string
}) {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOffersStore)
  const load = useCallback(() => void store.loadHolders(kind, offerKey), [store, kind, offerKey])
  useEffect(() => {
    load()
    return () => store.holders.clear()
  }, [load, store])
  return (
    <PagedList
      list={store.holders}
      errorTitle={t`The holders could not be loaded`}
      onRetry={load}
      empty={
        <EmptyState icon="ticket" title={t`Nobody holds this offer`}>
          <Trans>Viewers who buy it appear here until their access ends.</Trans>
        </EmptyState>
      }
    >
      {orders => <StudioOrderTable orders={orders} />}
    </PagedList>
  )
})
