import { Trans } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import type { EventItem } from '../../model'

/** The badge of a live or due event. It says LIVE only while video arrives, and is empty for all other events. */
export function LiveBadge({ event, tone = 'plain' }: { event: EventItem; tone?: 'plain' | 'chip' }) {
  switch (event.live_state) {
    case 'on_air':
      return (
        <Badge tone="live">
          <Trans>LIVE</Trans>
        </Badge>
      )
    case 'interrupted':
      return (
        <Badge tone={tone}>
          <Trans>Interrupted</Trans>
        </Badge>
      )
    case 'starting_soon':
      return (
        <Badge tone={tone}>
          <Trans>Starting soon</Trans>
        </Badge>
      )
    case 'delayed':
      return (
        <Badge tone={tone}>
          <Trans>Delayed</Trans>
        </Badge>
      )
    default:
      return null
  }
}
