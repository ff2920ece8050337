import { Trans } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { LinkButton } from '@/shared/ui/Button'
import { useBilling } from '../../context'
import type { PurchaseOption } from '../../purchaseOptions'
import { watchPath } from '../../watchPaths'
import { OwnedBadge } from './OwnedBadge'
import { usePurchaseOptionLabels } from './usePurchaseOptionLabels'

interface Props {
  option: PurchaseOption
  isPrimary: boolean
  onSelect: () => void
}

/** The row of a purchase option, with its price and the link to checkout. */
export const PurchaseOptionRow = observer(function PurchaseOptionRow({ option, isPrimary, onSelect }: Props) {
  const { channel } = useBilling().shell
  const { name, description, price } = usePurchaseOptionLabels()(option)
  return (
    <li className="purchase-option">
      <div className="purchase-option__text">
        <h2>{name}</h2>
        <p className="hint">{description}</p>
      </div>
      {option.isHeld ? null : <span className="purchase-option__price">{price}</span>}
      {option.isHeld && option.offer ? (
        <div className="purchase-option__owned">
          <OwnedBadge
            type={option.kind === 'subscription' ? 'subscription' : 'package'}
            watchPath={watchPath(channel, option.offer, option.team ?? undefined)}
          />
        </div>
      ) : channel.payments && !option.isHeld ? (
        <LinkButton kind={isPrimary ? 'primary' : 'outline'} to={option.to} onClick={onSelect}>
          <Trans>Choose</Trans>
          <span className="sr-only">, {name}</span>
        </LinkButton>
      ) : null}
    </li>
  )
})
