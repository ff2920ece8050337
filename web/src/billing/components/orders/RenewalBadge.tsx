import { Trans } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import type { Order } from '../../model'
import { isHeld } from '../../orderState'

/** The badge of a subscription's renewal (§3, "Renewal state labels"). */
export function RenewalBadge({ order }: { order: Order }) {
  if (!isHeld(order)) return null
  switch (order.auto_renewal) {
    case 'active':
      return (
        <Badge tone="plain">
          <Trans>Auto-Renewal</Trans>
        </Badge>
      )
    case 'cancelled':
      return (
        <Badge tone="plain">
          <Trans>Auto-Renewal Cancelled</Trans>
        </Badge>
      )
    default:
      return null
  }
}
