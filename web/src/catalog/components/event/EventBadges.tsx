import { Trans } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { type EventItem, isOnAir, isWatchable, takesPlace } from '../../model'
import { LiveBadge } from './LiveBadge'
import { useEventTexts } from './useEventTexts'

/** The state of the game: LIVE with its clock once its stream has come, FINAL, or when it begins. */
export function StatusBadges({ event, plain }: { event: EventItem; plain?: boolean }) {
  const texts = useEventTexts()
  const tone = plain ? 'plain' : 'chip'
  const note = event.score?.note
  if (!takesPlace(event)) return <ScheduleBadge event={event} />
  if (event.stream_status === 'live') {
    return (
      <>
        <LiveBadge event={event} tone={tone} />
        {note && isOnAir(event) ? <Badge tone={tone}>{note}</Badge> : null}
      </>
    )
  }
  const moved = event.schedule_status === 'rescheduled' && event.stream_status === 'upcoming'
  return (
    <>
      {moved ? <ScheduleBadge event={event} /> : null}
      <Badge tone={tone}>
        {event.stream_status === 'finished' ? <Trans>FINAL</Trans> : texts.when(event)}
      </Badge>
    </>
  )
}

/** That the game does not take place, or that its time has changed. */
export function ScheduleBadge({ event }: { event: EventItem }) {
  switch (event.schedule_status) {
    case 'canceled':
      return (
        <Badge tone="bad">
          <Trans>Canceled</Trans>
        </Badge>
      )
    case 'postponed':
      return (
        <Badge tone="wait">
          <Trans>Postponed</Trans>
        </Badge>
      )
    case 'rescheduled':
      return (
        <Badge tone="wait">
          <Trans>New date</Trans>
        </Badge>
      )
    default:
      return null
  }
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
