import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { useTitle } from '@/shared/hooks/useTitle'
import { LinkButton } from '@/shared/ui/Button'
import { cx } from '@/shared/ui/cx'
import { EmptyState } from '@/shared/ui/states'
import { Compare } from '../components/plans/Compare'
import { PlanCard } from '../components/plans/PlanCard'
import { TeamPasses } from '../components/plans/TeamPasses'
import { useListTold } from '../components/useListTold'
import { useBilling } from '../context'
import { isForTeam, itemOf, type Offer, plansOf, trialDaysOf } from '../offers'
import { heldStore } from '../stores/HeldStore'
import { itemOfOffer } from '../told'
import { watchAddress } from '../watching'
import '@/shared/ui/Field.css'

/** `/packages`, `/passes`: all that can be bought besides a single game (§2). */
export default observer(function Packages() {
  const { t } = useLingui()
  const billing = useBilling()
  const { channel } = billing.shell
  const held = billing.bring(heldStore)
  const title = channel.text('passes_title') ?? t`Passes`
  useTitle(title)
  useEffect(() => void held.load(), [held])
  const plans = plansOf(channel.packages, channel.subscriptions)
  const nothing = plans.length === 0 && !channel.packages.some(isForTeam)
  return (
    <div className="page page--narrow">
      <div className="page-head">
        <h1 className="display h1" tabIndex={-1}>
          {title}
        </h1>
        <p className="lede">{channel.text('passes_intro') ?? t`Every plan renews only if you let it.`}</p>
        {channel.payments || nothing ? null : (
          <p className="hint" role="status">
            <Trans>Nothing can be bought here at the moment. Please come back later.</Trans>
          </p>
        )}
      </div>
      {nothing ? <NothingOnSale /> : null}
      <Plans plans={plans} />
      <TeamPasses />
      <Compare />
    </div>
  )
})

const Plans = observer(function Plans({ plans }: { plans: readonly Offer[] }) {
  const billing = useBilling()
  const { channel, viewer } = billing.shell
  const held = billing.bring(heldStore)
  const told = useListTold('passes', plans.map(itemOfOffer))
  // Two rows of two read better than three and one.
  const even = plans.length % 3 === 1 || plans.length === 2
  return (
    <div className={cx('plans', even && 'plans--even')} aria-busy={!held.known || undefined}>
      {plans.map(offer => (
        <PlanCard
          key={`${offer.period} ${offer.id} ${offer.name}`}
          offer={offer}
          trialDays={trialDaysOf(offer, viewer)}
          bought={held.isPurchased(itemOf(offer))}
          watch={watchAddress(channel, offer)}
          sells={channel.payments !== null && held.known}
          onChoose={() => told(itemOfOffer(offer))}
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
      title={t`No pass is on sale now`}
      actions={
        <LinkButton kind="primary" to="/">
          <Trans>See what is free</Trans>
        </LinkButton>
      }
    >
      <Trans>Everything that is free is yours to watch meanwhile.</Trans>
    </EmptyState>
  )
}
