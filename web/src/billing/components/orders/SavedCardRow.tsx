import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { Button } from '@/shared/ui/Button'
import { brandName, formatExpiry, isExpired } from '../../cardLabels'
import type { SavedCard } from '../../model'

interface Props {
  card: SavedCard
  /** Called when the pointer enters the Remove button, to preload the dialog. */
  onPreload: () => void
  onRemove: () => void
}

/** The row of a saved card: brand, expiry date and Remove button. */
export function SavedCardRow({ card, onPreload, onRemove }: Props) {
  const { t } = useLingui()
  const brand = brandName(card.brand)
  const expiry = formatExpiry(card)
  const name = t`${brand} ending in ${card.last4}`
  return (
    <li className="saved-card">
      <div className="stack stack--2">
        <strong>{name}</strong>
        <div className="cluster">
          <span className="hint tabular-nums">
            {isExpired(card) ? <Trans>Expired {expiry}</Trans> : <Trans>Expires {expiry}</Trans>}
          </span>
          {card.is_default ? (
            <Badge tone="success" icon="check">
              <Trans context="of saved cards">Default</Trans>
            </Badge>
          ) : null}
        </div>
      </div>
      <Button size="s" aria-haspopup="dialog" onPointerEnter={onPreload} onClick={onRemove}>
        <Trans>Remove</Trans>
        <span className="sr-only">, {name}</span>
      </Button>
    </li>
  )
}
