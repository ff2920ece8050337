import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect } from 'react'
import { useDocumentTitle } from '@/shared/hooks/useDocumentTitle'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { EmptyState, ErrorState } from '@/shared/ui/states'
import { ComparisonTable } from '../components/plans/ComparisonTable'
import { PlanCard } from '../components/plans/PlanCard'
import { TeamPasses } from '../components/plans/TeamPasses'
import { useListTracking } from '../components/useListTracking'
import { useBilling } from '../context'
import type { OfferLine } from '../model'
import { findOfferLine, isAvailable, isForTeam, listPlans, type Offer, trialDaysFor } from '../offers'
import { offersStore } from '../stores/OffersStore'
import { trackedOffer } from '../trackedItems'
import { watchPath } from '../watchPaths'
import '@/shared/ui/Field.css'

const ALL_OFFERS = {}

/**
 * `/packages`, `/passes`: everything that this viewer can buy, except single events (§2). The server decides what
 * is on sale and what the viewer already has (`GET /offers`).
 */
export default observer(function Packages() {
  const { t } = useLingui()
  const billing = useBilling()
  const { channel } = billing.shell
  const offers = billing.resolve(offersStore)
  const title = channel.text('passes_title') ?? t`Passes`
  useDocumentTitle(title)
  const load = useCallback(() => void offers.loadLines(ALL_OFFERS), [offers])
  useEffect(load, [load])
  const lines = offers.linesFor(ALL_OFFERS)
  const { error, isBusy } = offers.lines
  const isOnSale = (offer: Offer) => !lines || isAvailable(lines, offer)
  const plans = listPlans(channel.packages, channel.subscriptions).filter(isOnSale)
  const isEmpty = plans.length === 0 && !channel.packages.some(offer => isForTeam(offer) && isOnSale(offer))
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {title}
        </h1>
        <p className="lede">
          {channel.text('passes_intro') ?? t`You can cancel any subscription before it renews.`}
        </p>
        {channel.payments || isEmpty ? null : (
          <p className="hint" role="status">
            <Trans>Purchases are unavailable right now. Please check back later.</Trans>
          </p>
        )}
      </div>
      {isEmpty ? (
        <NothingOnSale />
      ) : error && !lines ? (
        <ErrorState title={t`The passes could not be loaded`} onRetry={load} busy={isBusy} />
      ) : (
        <>
          <Plans plans={plans} lines={lines} />
          <TeamPasses lines={lines} />
          <ComparisonTable lines={lines} />
        </>
      )}
    </div>
  )
})

interface PlansProps {
  plans: readonly Offer[]
  /** The lines that the server sells to this viewer, or null until they load. The viewer cannot choose before. */
  lines: readonly OfferLine[] | null
}

const Plans = observer(function Plans({ plans, lines }: PlansProps) {
  const billing = useBilling()
  const { channel, viewer } = billing.shell
  const trackSelection = useListTracking('passes', lines ? plans.map(trackedOffer) : [])
  // Two rows of two look better than a row of three and a row of one.
  const hasTwoColumns = plans.length % 3 === 1 || plans.length === 2
  return (
    <div className={cx('plans', hasTwoColumns && 'plans--even')} aria-busy={!lines || undefined}>
      {plans.map(offer => (
        <PlanCard
          key={`${offer.period} ${offer.id} ${offer.name}`}
          offer={offer}
          trialDays={trialDaysFor(offer, viewer)}
          isHeld={lines ? (findOfferLine(lines, offer)?.held ?? false) : false}
          watchPath={watchPath(channel, offer)}
          canBuy={channel.payments !== null && lines !== null}
          onSelect={() => trackSelection(trackedOffer(offer))}
        />
      ))}
    </div>
  )
})

function NothingOnSale() {
  const { t } = useLingui()
  return (
    <EmptyState
      icon="ticket"
      title={t`No passes on sale`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>Watch for free</Trans>
        </LinkButton>
      }
    >
      <Trans>You can still watch everything that is free.</Trans>
    </EmptyState>
  )
}
