import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { useStartText } from '@/shared/hooks/useStartText'
import { parseRouteId } from '@/shared/routeId'
import { SkeletonLine, SkeletonPoster } from '@/shared/ui/Skeleton'
import { ErrorState } from '@/shared/ui/states'
import { EventArt } from '../components/EventArt'
import { NotForSale } from '../components/plans/NotForSale'
import { PurchaseOptionRow } from '../components/plans/PurchaseOptionRow'
import { useListTracking } from '../components/useListTracking'
import { useBilling } from '../context'
import type { BuyableEvent, OfferLine } from '../model'
import { listPurchaseOptions, toLockedContent } from '../purchaseOptions'
import { offersStore } from '../stores/OffersStore'
import { trackedPurchaseOption } from '../trackedItems'
import '@/shared/ui/Field.css'
import '../components/plans/PurchaseOptions.css'

/** `/select-package/{id}`: all purchase options of an event. Each links to the checkout. */
export default observer(function SelectPackage() {
  const { t } = useLingui()
  const store = useBilling().resolve(offersStore)
  const id = parseRouteId(useParams())
  const load = useCallback(() => {
    if (id === null) return
    void store.loadEvent(id)
    void store.loadLines({ event_id: id })
  }, [store, id])
  useEffect(load, [load])
  useDocumentTitle(t`Choose how to watch`)
  const { value: event, isBusy } = store.event
  const lines = id === null ? null : store.linesFor({ event_id: id })
  if (id === null || store.isEventMissing(id)) return <Navigate to="/404" replace />
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          <Trans>Choose how to watch</Trans>
        </h1>
      </div>
      {store.eventErrorOf(id) || store.lines.error ? (
        <ErrorState title={t`The game could not be loaded`} onRetry={load} busy={isBusy} />
      ) : event?.id === id && lines ? (
        <PackageChoice event={event} lines={lines} />
      ) : (
        <SelectPackageSkeleton />
      )}
    </div>
  )
})

interface Props {
  event: BuyableEvent
  lines: readonly OfferLine[]
}

const PackageChoice = observer(function PackageChoice({ event, lines }: Props) {
  const { channel } = useBilling().shell
  const options = event.has_access ? [] : listPurchaseOptions(toLockedContent(event), lines, channel)
  const trackSelection = useListTracking(
    'select_package',
    options.map(option => trackedPurchaseOption(option, event)),
  )
  const startText = useStartText()
  const when = startText(event)
  return (
    <div className="package-choice">
      <div className="stack stack--2">
        <div className="package-choice__art">
          <EventArt event={event} eager />
        </div>
        <p>
          <strong>{event.name}</strong>
        </p>
        <p className="hint">{[event.event_category?.name, when].filter(Boolean).join(', ')}</p>
      </div>
      {options.length === 0 ? (
        <NotForSale event={event} />
      ) : (
        <ul className="purchase-options">
          {options.map((option, index) => (
            <PurchaseOptionRow
              key={option.key}
              option={option}
              isPrimary={index === 0}
              onSelect={() => trackSelection(trackedPurchaseOption(option, event))}
            />
          ))}
        </ul>
      )}
    </div>
  )
})

function SelectPackageSkeleton() {
  return (
    <div className="package-choice" aria-busy="true">
      <div className="stack stack--2">
        <SkeletonPoster />
        <SkeletonLine width={60} />
      </div>
      <div className="purchase-options">
        {[0, 1, 2, 3].map(row => (
          <div key={row} className="purchase-option purchase-option--skeleton skel" />
        ))}
      </div>
    </div>
  )
}
