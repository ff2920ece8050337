import { Trans, useLingui } from '@lingui/react/macro'
import { Fragment } from 'react'
import { formatDayAndTime } from '@/shared/format/dates'
import type { EventItem } from '../../model'
import { lockedEvent } from '../../purchaseOptions'
import { AccessOptions } from './AccessOptions'

interface Props {
  event: EventItem
}

/** What access to the event includes, if it is less than everything. Viewers read it before they buy. */
export function IncludedText({ event }: Props) {
  const { i18n } = useLingui()
  const { state, starts_at: start, ends_at: end } = event.replay ?? {}
  const format = (instant: string) => formatDayAndTime(Date.parse(instant), { language: i18n.locale })
  const opening = state === 'upcoming' && start ? format(start) : ''
  const isOver = event.stream_status === 'finished'
  const parts = [
    event.has_video ? null : <Trans key="audio">Audio only, no video.</Trans>,
    isOver && opening ? <Trans key="replay">The replay is available from {opening}.</Trans> : null,
    isOver || event.has_live ? null : opening ? (
      <Trans key="live">Replay only, from {opening}.</Trans>
    ) : (
      <Trans key="live">Replay only, after the end.</Trans>
    ),
    !isOver && event.has_live && opening ? (
      <Trans key="both">Live, and the replay from {opening}.</Trans>
    ) : null,
    state === 'none' ? <Trans key="none">Live only, no replay.</Trans> : null,
    end && state !== 'ended' ? <Trans key="end">The replay ends on {format(end)}.</Trans> : null,
    event.allows_downloads ? null : <Trans key="downloads">No downloads.</Trans>,
  ].filter(part => part !== null)
  if (parts.length === 0) return null
  return (
    <p>
      {parts.map((part, index) => (
        <Fragment key={part.key}>
          {index ? ' ' : null}
          {part}
        </Fragment>
      ))}
    </p>
  )
}

/** Until when the event is not available in the viewer's region, and the purchase options for later. */
export function BlackoutText({ event }: Props) {
  const when = useOpening(event)
  const isReplayOnly = opensAfterEnd(event)
  return (
    <>
      <p>
        {isReplayOnly ? (
          <Trans>Blacked out in your region until {when}. You can watch the replay here after that.</Trans>
        ) : (
          <Trans>Blacked out in your region until {when}. You can watch it here after that.</Trans>
        )}
      </p>
      {isReplayOnly ? null : <IncludedText event={event} />}
      {event.pass_type === 'paid' || event.pass_type === 'ppv' ? (
        <Options event={event} isOver={isReplayOnly} />
      ) : null}
    </>
  )
}

/** When the replay opens. A viewer whose pass has only the replay can buy the live stream. */
export function ReplayLaterText({ event }: Props) {
  const when = useOpening(event)
  return (
    <>
      <p>
        {when ? (
          <Trans>The replay is available from {when}.</Trans>
        ) : (
          <Trans>You can watch the replay after the end.</Trans>
        )}
      </p>
      {event.has_access ? null : event.has_live && event.stream_status !== 'finished' ? (
        <>
          <p>
            <Trans>Your pass includes the replay, but not the live stream.</Trans>
          </p>
          <Options event={event} />
        </>
      ) : null}
    </>
  )
}

/** What the viewer's pass lacks, and the purchase options that include it. */
export function NotIncludedText({ event }: Props) {
  return (
    <>
      <p>
        {event.stream_status === 'finished' ? (
          <Trans>Your pass includes the live stream, but not the replay.</Trans>
        ) : (
          <Trans>Your pass does not include this live stream.</Trans>
        )}
      </p>
      <Options event={event} />
    </>
  )
}

const Options = ({ event, isOver = false }: Props & { isOver?: boolean }) => (
  <AccessOptions
    isFree={false}
    isVisitor={event.access_reason === 'login_required'}
    content={isOver ? { ...lockedEvent(event), isOver } : lockedEvent(event)}
  />
)

function useOpening({ available_at: instant }: EventItem): string {
  const { i18n } = useLingui()
  return instant ? formatDayAndTime(Date.parse(instant), { language: i18n.locale }) : ''
}

/** Return whether a blackout lasts until the planned end of the event or longer. */
const opensAfterEnd = ({ available_at: opening, event_utc_ts: start, duration }: EventItem): boolean =>
  opening !== null && Date.parse(opening) >= (start + duration) * 1000
