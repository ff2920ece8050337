import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import { type EventItem, isDecided, isOnAir, isOutOfRegion, isWatchable, takesPlace } from '../../model'
import { LiveBadge } from './LiveBadge'
import { useEventTexts } from './useEventTexts'

/** The badges for the state of a game: LIVE with the game clock, FINAL, or the start time. */
export function StatusBadges({ event, plain }: { event: EventItem; plain?: boolean }) {
  const { t } = useLingui()
  const texts = useEventTexts()
  const tone = plain ? 'plain' : 'chip'
  const note = event.score?.note
  if (!takesPlace(event)) return <ScheduleBadge event={event} />
  if (event.stream_status === 'live' && !isDecided(event)) {
    return (
      <>
        <LiveBadge event={event} tone={tone} />
        {note && isOnAir(event) ? <Badge tone={tone}>{note}</Badge> : null}
      </>
    )
  }
  const isRescheduled = event.schedule_status === 'rescheduled' && event.stream_status === 'upcoming'
  return (
    <>
      {isRescheduled ? <ScheduleBadge event={event} /> : null}
      {isDecided(event) ? <Badge tone={tone}>{texts.result(t`FINAL`, event.score)}</Badge> : null}
      {event.stream_status === 'upcoming' ? <Badge tone={tone}>{texts.when(event)}</Badge> : null}
    </>
  )
}

/** The badge of a canceled, postponed or rescheduled game. */
export function ScheduleBadge({ event }: { event: EventItem }) {
  switch (event.schedule_status) {
    case 'canceled':
      return (
        <Badge tone="danger">
          <Trans>Canceled</Trans>
        </Badge>
      )
    case 'postponed':
      return (
        <Badge tone="warning">
          <Trans>Postponed</Trans>
        </Badge>
      )
    case 'rescheduled':
      return (
        <Badge tone="warning">
          <Trans>New date</Trans>
        </Badge>
      )
    default:
      return null
  }
}

/** The badge that says what a viewer without access needs: a free account, a pass, or the price. */
export function AccessBadge({ event, plain }: { event: EventItem; plain?: boolean }) {
  const texts = useEventTexts()
  const tone = plain ? 'plain' : 'chip'
  const isForfeited = isDecided(event) && event.stream_status !== 'finished'
  if (event.has_access || isOutOfRegion(event) || !isWatchable(event) || isForfeited) return null
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
