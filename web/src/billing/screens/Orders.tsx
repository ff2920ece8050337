import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useView } from '@/shared/hooks/useView'
import { LinkButton } from '@/shared/ui/Button'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { ViewSwitch } from '@/shared/ui/ViewSwitch'
import { IncludedPasses } from '../components/orders/IncludedPasses'
import { OrderCard } from '../components/orders/OrderCard'
import { OrderTable } from '../components/orders/OrderTable'
import { PastOrders } from '../components/orders/PastOrders'
import { RenewalFailed } from '../components/orders/RenewalFailed'
import { SavedCards } from '../components/orders/SavedCards'
import { useBilling } from '../context'
import { isPending, splitOrders } from '../orderState'
import { bundlesStore } from '../stores/BundlesStore'
import { orderedContentStore } from '../stores/OrderedContentStore'
import { ordersStore } from '../stores/OrdersStore'
import '@/shared/ui/Field.css'
import '@/shared/ui/Panel.css'
import '@/shared/ui/Skeleton.css'
import '../components/orders/Orders.css'

const NO_LIMIT = { no_limit: 1 }

/** `/profile`: the viewer's orders, renewals and saved cards. A section of the profile page. */
export default observer(function Orders() {
  const { t } = useLingui()
  const billing = useBilling()
  const store = billing.resolve(ordersStore)
  const content = billing.resolve(orderedContentStore)
  const bundles = billing.resolve(bundlesStore)
  const load = useCallback(() => void store.load(NO_LIMIT), [store])
  useEffect(load, [load])
  const [view, setView] = useView(billing.shell.storage, 'orders', 'list')
  const { pages, orders } = store
  const { present, past } = splitOrders(orders)
  useEffect(() => void content.load(present), [content, present.map(({ id }) => id).join()])
  // Poll each pending order until it is final. Orders that load later are included.
  const pendingIds = orders.filter(isPending).map(({ id }) => id)
  useEffect(() => {
    for (const id of pendingIds) void store.pollOrder(id)
  }, [store, pendingIds.join()])

  return (
    <>
      <section className="stack" aria-busy={pages.isBusy && !pages.isLoaded}>
        <div className="spread">
          <h2 className="display h2">
            <Trans>Active orders</Trans>
          </h2>
          {present.length > 0 ? <ViewSwitch view={view} onChange={setView} /> : null}
        </div>
        {pages.error ? (
          <ErrorState title={t`Your orders could not be loaded`} onRetry={load} busy={pages.isBusy} />
        ) : !pages.isLoaded ? (
          [0, 1].map(index => <div key={index} className="panel order order--skeleton skel" />)
        ) : present.length > 0 && view === 'table' ? (
          <>
            <OrderTable orders={present} />
            {present
              .filter(order => order.renewal_failed)
              .map(order => (
                <RenewalFailed key={order.id} order={order} />
              ))}
          </>
        ) : present.length > 0 ? (
          <ul className={`orders orders--${view}`}>
            {present.map(order => (
              <OrderCard key={order.id} order={order} />
            ))}
          </ul>
        ) : bundles.own.value?.included.length ? (
          <p className="muted">
            <Trans>You have no orders on this site.</Trans>
          </p>
        ) : (
          <NoOrders />
        )}
      </section>
      <IncludedPasses />
      <SavedCards />
      <PastOrders orders={past} />
    </>
  )
})

function NoOrders() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="ticket"
      title={t`No passes yet`}
      actions={
        <LinkButton kind="primary" to="/packages">
          <Trans>View passes</Trans>
        </LinkButton>
      }
    >
      <Trans>Your passes appear here, with their end or renewal dates.</Trans>
    </EmptyState>
  )
}
