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
 * `/packages`, `/passes`: all that this viewer can buy besides a single game (§2). The server decides what
 * that is (`GET /offers`), and what they hold already.
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
  const { error, busy } = offers.lines
  const sold = (offer: Offer) => !lines || isAvailable(lines, offer)
  const plans = listPlans(channel.packages, channel.subscriptions).filter(sold)
  const nothing = plans.length === 0 && !channel.packages.some(one => isForTeam(one) && sold(one))
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {title}
        </h1>
        <p className="lede">
          {channel.text('passes_intro') ?? t`You can cancel any subscription before it renews.`}
        </p>
        {channel.payments || nothing ? null : (
          <p className="hint" role="status">
            <Trans>Purchases are unavailable right now. Please check back later.</Trans>
          </p>
        )}
      </div>
      {nothing ? (
        <NothingOnSale />
      ) : error && !lines ? (
        <ErrorState title={t`The passes could not be loaded`} onRetry={load} busy={busy} />
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
  /** What the server sells to this viewer; null while that is not known: nothing can be chosen yet. */
  lines: readonly OfferLine[] | null
}

const Plans = observer(function Plans({ plans, lines }: PlansProps) {
  const billing = useBilling()
  const { channel, viewer } = billing.shell
  const tracking = useListTracking('passes', lines ? plans.map(trackedOffer) : [])
  // Two rows of two read better than three and one.
  const even = plans.length % 3 === 1 || plans.length === 2
  return (
    <div className={cx('plans', even && 'plans--even')} aria-busy={!lines || undefined}>
      {plans.map(offer => (
        <PlanCard
          key={`${offer.period} ${offer.id} ${offer.name}`}
          offer={offer}
          trialDays={trialDaysFor(offer, viewer)}
          bought={lines ? (findOfferLine(lines, offer)?.held ?? false) : false}
          watch={watchPath(channel, offer)}
          sells={channel.payments !== null && lines !== null}
          onChoose={() => tracking(trackedOffer(offer))}
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
