import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useState } from 'react'
import { Route } from 'react-router'
import { PagedList } from '@/shared/studio/PagedList'
import { RoomRoutes } from '@/shared/studio/RoomRoutes'
import { StudioPage } from '@/shared/studio/StudioPage'
import { useUrlFilter } from '@/shared/studio/urlFilter'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import { GrantDialog } from '../../components/studio/GrantDialog'
import { OrderFilters } from '../../components/studio/OrderFilters'
import { StudioOrderTable } from '../../components/studio/StudioOrderTable'
import { useBilling } from '../../context'
import { studioOrdersStore } from '../../stores/StudioOrdersStore'
import { ORDER_FILTERS } from '../../studioOrdersApi'
import { StudioEventMakeGood, StudioMakeGoods } from './StudioMakeGoods'
import StudioOrder from './StudioOrder'

/** `/studio/orders`: the orders of all viewers, and the page of each. */
export default function StudioOrders() {
  return (
    <RoomRoutes>
      <Route index element={<OrderList />} />
      <Route path="make-good" element={<StudioMakeGoods />} />
      <Route path="make-good/:event" element={<StudioEventMakeGood />} />
      <Route path=":id" element={<StudioOrder />} />
    </RoomRoutes>
  )
}

const OrderList = observer(function OrderList() {
  const { t } = useLingui()
  const store = useBilling().resolve(studioOrdersStore)
  const [filter, changeFilter] = useUrlFilter(ORDER_FILTERS)
  const [isGranting, setGranting] = useState(false)
  const load = useCallback(() => void store.load(filter), [store, filter])
  useEffect(load, [load])
  return (
    <StudioPage
      title={t`Orders`}
      lede={<Trans>Find an order, refund it, or give a viewer access.</Trans>}
      actions={
        <Button kind="primary" icon="plus" aria-haspopup="dialog" onClick={() => setGranting(true)}>
          <Trans>Give access</Trans>
        </Button>
      }
    >
      <OrderFilters filter={filter} onChange={changeFilter} />
      <PagedList
        list={store.list}
        errorTitle={t`The orders could not be loaded`}
        onRetry={load}
        empty={<NoOrders isFiltered={Object.values(filter).some(Boolean)} />}
      >
        {orders => <StudioOrderTable orders={orders} />}
      </PagedList>
      {isGranting ? <GrantDialog email={filter.query} onClose={() => setGranting(false)} /> : null}
    </StudioPage>
  )
})

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useLingui()
  return isFiltered ? (
    <EmptyState icon="search" title={t`No order matches`}>
      <Trans>Check the spelling, or choose another period.</Trans>
    </EmptyState>
  ) : (
    <EmptyState icon="ticket" title={t`No orders yet`}>
      <Trans>What viewers buy appears here.</Trans>
    </EmptyState>
  )
}
