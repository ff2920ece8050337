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

/** Maximum number of options shown. A link opens the page with all of them. */
const MAX_OPTIONS = 3

/** The purchase options of a locked event or library item, as radio buttons with a Buy link. */
export const PurchaseOptions = observer(function PurchaseOptions({
  content,
  isVisitor,
}: PurchaseOptionsProps) {
  const { t } = useLingui()
  const billing = useBilling()
  const { channel } = billing.shell
  const getLabels = usePurchaseOptionLabels(content.kind)
  const offers = billing.resolve(offersStore)
  const { kind, id } = content
  const load = useCallback(
    () => void offers.loadLines(kind === 'event' ? { event_id: id } : { vod_id: id }),
    [offers, kind, id],
  )
  useEffect(load, [load])
  const lines = offers.linesFor(offerQuery(content))
  const options = lines ? listPurchaseOptions(content, lines, channel).filter(({ isHeld }) => !isHeld) : []
  const shown = sampleOptions(options, MAX_OPTIONS)
  const contentName = { id: content.id, name: content.participants.map(({ name }) => name).join(' @ ') }
  const trackSelection = useListTracking(
    'ways_in',
    shown.map(option => trackedPurchaseOption(option, contentName)),
  )
  const group = useId()
  const [key, setKey] = useState<string | null>(null)
  const selected = shown.find(option => option.key === key) ?? shown[0]
  if (!lines && offers.lines.error) {
    return <ErrorState title={t`The passes could not be loaded`} onRetry={load} busy={offers.lines.isBusy} />
  }
  if (!lines) return <div className="access-options__placeholder" aria-busy="true" />
  return (
    <>
      {selected ? (
        <div className="stack stack--2" role="radiogroup" aria-label={t`Viewing options`}>
          {shown.map(option => {
            const { name, description, price } = getLabels(option)
            return (
              <OptionCard
                key={option.key}
                group={group}
                checked={option === selected}
                onSelect={() => setKey(option.key)}
                title={name}
                description={description}
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
      {selected && channel.payments ? (
        <BuyLink
          option={selected}
          onSelect={() => trackSelection(trackedPurchaseOption(selected, contentName))}
        />
      ) : null}
      {options.length > shown.length ? (
        <p>
          <Link
            className="link"
            to={content.kind === 'event' ? `/select-package/${content.id}` : '/packages'}
          >
            <Plural value={options.length} one="View # option" other="View all # options" />
          </Link>
        </p>
      ) : null}
      {isVisitor ? (
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

/** The link to the checkout of the chosen option. */
const BuyLink = observer(function BuyLink({
  option,
  onSelect,
}: {
  option: PurchaseOption
  onSelect: () => void
}) {
  const { t } = useLingui()
  const { viewer } = useBilling().shell
  const { name, price } = usePurchaseOptionLabels()(option)
  const days = option.offer ? trialDaysFor(option.offer, viewer) : 0
  return (
    <LinkButton kind="primary" size="l" block to={option.to} onClick={onSelect}>
      {days > 0
        ? plural(days, { one: 'Start #-day free trial', other: 'Start #-day free trial' })
        : option.kind === 'event'
          ? t`Buy this game for ${price}`
          : t`Choose ${name}`}
    </LinkButton>
  )
})
