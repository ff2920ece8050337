import { Trans } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { type EventItem, isWatchable } from '../model'
import { useEventTexts } from './texts'

/** Where the game stands: LIVE with its clock, FINAL, or when it begins. */
export function StatusBadges({ event, plain }: { event: EventItem; plain?: boolean }) {
  const texts = useEventTexts()
  const tone = plain ? 'plain' : 'chip'
  const note = event.score?.note
  if (event.stream_status === 'live') {
    return (
      <>
        <Badge tone="live">
          <Trans>LIVE</Trans>
        </Badge>
        {note ? <Badge tone={tone}>{note}</Badge> : null}
      </>
    )
  }
  return (
    <Badge tone={tone}>{event.stream_status === 'finished' ? <Trans>FINAL</Trans> : texts.when(event)}</Badge>
  )
}

/** What opens a game that is closed to this viewer; nothing where it is open. */
export function AccessBadge({ event, plain }: { event: EventItem; plain?: boolean }) {
  const texts = useEventTexts()
  const tone = plain ? 'plain' : 'chip'
  if (event.has_access || event.access_reason === 'geo_blocked' || !isWatchable(event)) return null
  if (event.pass_type === 'register') {
    return (
      <Badge tone={tone} icon="user">
        <Trans>Free account</Trans>
      </Badge>
    )
  }
  if (Number(event.price) > 0) return <Badge tone="price">{texts.price(event)}</Badge>
  return (
    <Badge tone={tone} icon="lock">
      <Trans>Pass</Trans>
    </Badge>
  )
}
