import { Trans, useLingui } from '@lingui/react/macro'
import { Badge } from '@/shared/ui/Badge'
import type { EventStatus, StudioEvent } from '../../../scheduleApi'
import { useEventTexts } from '../../event/useEventTexts'

/** The status of an event as a badge. */
export function StatusBadge({ status, isRescheduled }: { status: EventStatus; isRescheduled: boolean }) {
  if (status === 'canceled')
    return (
      <Badge tone="danger">
        <Trans>Canceled</Trans>
      </Badge>
    )
  if (status === 'postponed')
    return (
      <Badge tone="warning">
        <Trans>Postponed</Trans>
      </Badge>
    )
  if (status === 'live')
    return (
      <Badge tone="live">
        <Trans>Live</Trans>
      </Badge>
    )
  if (status === 'finished')
    return (
      <Badge tone="plain">
        <Trans>Finished</Trans>
      </Badge>
    )
  return isRescheduled ? (
    <Badge tone="warning">
      <Trans>Rescheduled</Trans>
    </Badge>
  ) : (
    <Badge tone="plain">
      <Trans>Upcoming</Trans>
    </Badge>
  )
}

/** Return a function that returns the result of a game, such as `2–3, Final/OT`, or null without one. */
export function useResultText(): (event: Pick<StudioEvent, 'score' | 'status'>) => string | null {
  const { t } = useLingui()
  const texts = useEventTexts()
  return ({ score, status }) => {
    if (!score) return null
    const numbers = `${score.away}–${score.home}`
    return status === 'finished' ? `${numbers}, ${texts.result(t`Final`, score)}` : numbers
  }
}

/** A tag for an event that lists do not show. */
export function UnlistedBadge({ visibility }: Pick<StudioEvent, 'visibility'>) {
  if (visibility === 'public') return null
  return (
    <Badge tone="plain">
      {visibility === 'unlisted' ? <Trans>Unlisted</Trans> : <Trans>Members only</Trans>}
    </Badge>
  )
}

/** What an event lacks, as one phrase. */
export function MissingText({ missing }: { missing: NonNullable<StudioEvent['missing']> }) {
  if (missing === 'start') return <Trans>Set the time</Trans>
  if (missing === 'stream') return <Trans>Stream key not used yet</Trans>
  return <Trans>No recording</Trans>
}
