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
  onChoose: () => void
}

/** One way to watch, and the way to buy it. */
export const PurchaseOptionRow = observer(function PurchaseOptionRow({
  option: way,
  isPrimary: leads,
  onChoose,
}: Props) {
  const { channel } = useBilling().shell
  const { name, description: line, price } = usePurchaseOptionLabels()(way)
  return (
    <li className="purchase-option">
      <div className="purchase-option__text">
        <h2>{name}</h2>
        <p className="hint">{line}</p>
      </div>
      {way.isHeld ? null : <span className="purchase-option__price">{price}</span>}
      {way.isHeld && way.offer ? (
        <div className="purchase-option__owned">
          <OwnedBadge
            type={way.kind === 'subscription' ? 'subscription' : 'package'}
            watch={watchPath(channel, way.offer, way.team ?? undefined)}
          />
        </div>
      ) : channel.payments && !way.isHeld ? (
        <LinkButton kind={leads ? 'primary' : 'outline'} to={way.to} onClick={onChoose}>
          <Trans>Choose</Trans>
          <span className="sr-only">, {name}</span>
        </LinkButton>
      ) : null}
    </li>
  )
})
