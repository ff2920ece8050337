import { plural } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useId, useState } from 'react'
import { Link } from 'react-router'
import type { PurchaseOptionsProps } from '@/shared/contexts/purchaseOptions'
import { LinkButton } from '@/shared/ui/Button'
import { ErrorState } from '@/shared/ui/states'
import { useBilling } from '../../context'
import { trialDaysFor } from '../../offers'
import { listPurchaseOptions, offerQuery, type PurchaseOption, sampleOptions } from '../../purchaseOptions'
import { offersStore } from '../../stores/OffersStore'
import { trackedPurchaseOption } from '../../trackedItems'
import { OptionCard } from '../checkout/OptionCard'
import { useListTracking } from '../useListTracking'
import { usePurchaseOptionLabels } from './usePurchaseOptionLabels'
import '@/shared/ui/Field.css'

/** So many are seen at a glance; the others have a page of their own. */
const MAX_OPTIONS = 3

/** The ways into a closed game or film, of which one is chosen and bought. */
export const PurchaseOptions = observer(function PurchaseOptions({
  content: thing,
  anonymous,
}: PurchaseOptionsProps) {
  const { t } = useLingui()
  const billing = useBilling()
  const { channel } = billing.shell
  const words = usePurchaseOptionLabels(thing.kind)
  const offers = billing.resolve(offersStore)
  const { kind, id } = thing
  const load = useCallback(
    () => void offers.loadLines(kind === 'event' ? { event_id: id } : { vod_id: id }),
    [offers, kind, id],
  )
  useEffect(load, [load])
  const lines = offers.linesFor(offerQuery(thing))
  const ways = lines ? listPurchaseOptions(thing, lines, channel).filter(({ isHeld: held }) => !held) : []
  const shown = sampleOptions(ways, MAX_OPTIONS)
  const called = { id: thing.id, name: thing.participants.map(({ name }) => name).join(' @ ') }
  const tracking = useListTracking(
    'ways_in',
    shown.map(way => trackedPurchaseOption(way, called)),
  )
  const group = useId()
  const [key, setKey] = useState<string | null>(null)
  const chosen = shown.find(way => way.key === key) ?? shown[0]
  if (!lines && offers.lines.error) {
    return <ErrorState title={t`The passes could not be loaded`} onRetry={load} busy={offers.lines.busy} />
  }
  if (!lines) return <div className="access-options__placeholder" aria-busy="true" />
  return (
    <>
      {chosen ? (
        <div className="stack stack--2" role="radiogroup" aria-label={t`Viewing options`}>
          {shown.map(way => {
            const { name: title, description: line, price } = words(way)
            return (
              <OptionCard
                key={way.key}
                group={group}
                checked={way === chosen}
                onChoose={() => setKey(way.key)}
                title={title}
                line={line}
                end={<span className="option__price">{price}</span>}
              />
            )
          })}
        </div>
      ) : (
        <p>
          <Trans>No passes are on sale right now. Please check back later.</Trans>
        </p>
      )}
      {chosen && channel.payments ? (
        <BuyLink way={chosen} onChoose={() => tracking(trackedPurchaseOption(chosen, called))} />
      ) : null}
      {ways.length > shown.length ? (
        <p>
          <Link className="link" to={thing.kind === 'event' ? `/select-package/${thing.id}` : '/packages'}>
            <Plural value={ways.length} one="View # option" other="View all # options" />
          </Link>
        </p>
      ) : null}
      {anonymous ? (
        <p className="hint">
          <Trans>
            Already have a pass?{' '}
            <Link className="link" to="/login">
              Log in
            </Link>{' '}
            to watch.
          </Trans>
        </p>
      ) : null}
    </>
  )
})

/** Leads to paying for the way that is chosen. */
const BuyLink = observer(function BuyLink({ way, onChoose }: { way: PurchaseOption; onChoose: () => void }) {
  const { t } = useLingui()
  const { viewer } = useBilling().shell
  const { name, price } = usePurchaseOptionLabels()(way)
  const days = way.offer ? trialDaysFor(way.offer, viewer) : 0
  return (
    <LinkButton kind="primary" size="l" block to={way.to} onClick={onChoose}>
      {days > 0
        ? plural(days, { one: 'Start #-day free trial', other: 'Start #-day free trial' })
        : way.kind === 'event'
          ? t`Buy this game for ${price}`
          : t`Choose ${name}`}
    </LinkButton>
  )
})
