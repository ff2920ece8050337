import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { LinkButton } from '@/shared/ui/Button'
import { SkeletonLine } from '@/shared/ui/Skeleton'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { TransactionTable } from '../components/orders/TransactionTable'
import { useBilling } from '../context'
import { ledgerEntries } from '../ledger'
import { ordersStore } from '../stores/OrdersStore'
import '../components/orders/Orders.css'

const NO_LIMIT = { no_limit: 1 }

/** `/profile/transactions`: all payments and refunds of the viewer. A section of the profile page. */
export default observer(function Transactions() {
  const { t } = useLingui()
  const store = useBilling().resolve(ordersStore)
  const load = useCallback(() => void store.load(NO_LIMIT), [store])
  useEffect(load, [load])
  const { pages, orders } = store
  const entries = ledgerEntries(orders)
  return (
    <section className="stack" aria-busy={pages.isBusy && !pages.isLoaded}>
      <h2 className="display h2">
        <Trans>Transactions</Trans>
      </h2>
      {pages.error ? (
        <ErrorState title={t`Your transactions could not be loaded`} onRetry={load} busy={pages.isBusy} />
      ) : !pages.isLoaded ? (
        [96, 100, 92, 98].map(width => <SkeletonLine key={width} width={width} height={28} />)
      ) : entries.length > 0 ? (
        <TransactionTable entries={entries} />
      ) : (
        <EmptyState
          icon="table"
          title={t`No payments yet`}
          actions={
            <LinkButton kind="primary" to="/packages">
              <Trans>View passes</Trans>
            </LinkButton>
          }
        >
          <Trans>Your payments and receipts appear here.</Trans>
        </EmptyState>
      )}
    </section>
  )
})
