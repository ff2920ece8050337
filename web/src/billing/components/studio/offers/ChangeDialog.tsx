import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '@/shared/ui/Button'
import { Dialog } from '@/shared/ui/Dialog'
import type { OfferChange } from '../../../offerChanges'
import type { StudioOffer } from '../../../studioOffersApi'
import { HoldersKeep } from './HoldersKeep'

interface Props {
  offer: StudioOffer
  changes: readonly OfferChange[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** What a change of an offer means for those who hold it, before it is saved. */
export default function ChangeDialog({ offer, changes, busy, onConfirm, onClose }: Props) {
  const { t } = useLingui()
  const isSubscription = offer.kind === 'subscription'
  const sentences: Record<OfferChange, ReactNode> = {
    price: isSubscription ? (
      <Trans>
        The new price applies to viewers who subscribe from now on. Running subscriptions keep their price. To
        get the new one, a subscriber cancels, and subscribes again when the paid period is over.
      </Trans>
    ) : offer.type === 'event' ? (
      <Trans>
        The new price applies to events without their own price, from the next purchase. Earlier buyers pay
        nothing more.
      </Trans>
    ) : (
      <Trans>The new price applies from the next purchase. Passes never renew.</Trans>
    ),
    period: <Trans>New subscribers renew at the new interval. Running subscriptions keep theirs.</Trans>,
    term: <Trans>The new end applies to new buyers. Current holders keep the end that they bought.</Trans>,
    access: <Trans>New buyers get the new access. Current holders keep what they bought.</Trans>,
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Save the new terms?`}
      description={t`Nothing is saved yet.`}
      actions={
        <>
          <Button onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button kind="primary" busy={busy} onClick={onConfirm}>
            <Trans>Save for new buyers</Trans>
          </Button>
        </>
      }
    >
      <div className="stack">
        {changes.map(change => (
          <p key={change}>{sentences[change]}</p>
        ))}
        <HoldersKeep offer={offer} />
      </div>
    </Dialog>
  )
}
