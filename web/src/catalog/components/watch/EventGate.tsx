import { Trans, useLingui } from '@lingui/react/macro'
import { serverNow } from '@/shared/clock'
import { formatDayAndTime } from '@/shared/format/dates'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { type EventItem, isDecided, takesPlace } from '../../model'
import { lockedEvent } from '../../purchaseOptions'
import { AccessBadge, StatusBadges } from '../event/EventBadges'
import { EventPoster } from '../event/EventPoster'
import { useEventTexts } from '../event/useEventTexts'
import { useLongEventTexts } from '../event/useLongEventTexts'
import { AccessOptions } from './AccessOptions'
import { BlackoutText, IncludedText, NotIncludedText, ReplayLaterText } from './AvailabilityTexts'
import { Gate } from './Gate'
import { type GateState, useGateTitle } from './useGateTitle'

interface Props {
  event: EventItem
  state: GateState
  /** Called when the countdown ends. */
  onStart: () => void
}

/** The reason why a game does not play now, and what the viewer can do. */
export function EventGate({ event, state, onStart }: Props) {
  const title = useGateTitle(event, state)
  const start = event.event_utc_ts * 1000
  const isExpected = takesPlace(event) && event.stream_status === 'upcoming' && !isDecided(event)
  const isCountdown = isExpected && event.is_time_known && start > serverNow()
  return (
    <Gate
      poster={<EventPoster event={event} large eager />}
      badges={
        <>
          <StatusBadges event={event} plain />
          <AccessBadge event={event} plain />
        </>
      }
      title={title}
      until={isCountdown && event.has_live && state !== 'blackout' ? start : opening(event, state)}
      onDone={onStart}
    >
      <GateText event={event} state={state} />
    </Gate>
  )
}

function GateText({ event, state }: Pick<Props, 'event' | 'state'>) {
  const texts = useEventTexts()
  const longTexts = useLongEventTexts()
  const { isLinkable } = useCatalog().shell
  switch (state) {
    case 'geo':
      return (
        <>
          <p>
            <Trans>We're sorry, but this content is not available in your region.</Trans>
          </p>
          <div className="actions">
            <LinkButton kind="primary" to="/">
              <Trans>View available videos</Trans>
            </LinkButton>
            {isLinkable('/contacts') ? (
              <LinkButton to="/contacts">
                <Trans>Contact us</Trans>
              </LinkButton>
            ) : null}
          </div>
        </>
      )
    case 'blackout':
      return <BlackoutText event={event} />
    case 'replay_later':
      return <ReplayLaterText event={event} />
    case 'not_included':
      return <NotIncludedText event={event} />
    case 'no_replay':
      return (
        <>
          <ReplayText event={event} />
          <ReplaysLink />
        </>
      )
    case 'locked':
      return (
        <>
          <IncludedText event={event} />
          <AccessOptions
            isFree={event.pass_type === 'register'}
            isVisitor={event.access_reason === 'login_required'}
            content={lockedEvent(event)}
          />
        </>
      )
    case 'canceled':
      return (
        <p>
          <Trans>This game won’t be played. If you bought it, check your email for details.</Trans>
        </p>
      )
    case 'postponed':
      return (
        <p>
          <Trans>We don’t have a new date yet. If you bought this game, we’ll email you when we do.</Trans>
        </p>
      )
    case 'forfeited':
      return (
        <p>
          <Trans>One team forfeited this game. The result is below.</Trans>
        </p>
      )
    case 'countdown':
      return (
        <p>
          <Trans>Keep this page open. The stream starts at {texts.clock(event)}.</Trans>
        </p>
      )
    case 'unscheduled':
      return (
        <p>
          <Trans>This game is on {longTexts.longDay(event)}. The start time will appear here.</Trans>
        </p>
      )
    case 'waiting':
      return (
        <p role="status">
          <Trans>The venue is getting ready. The stream will start automatically.</Trans>
        </p>
      )
    case 'showing':
      return (
        <>
          <p>
            <Trans>
              Everyone watches this recording together at {texts.when(simulationEvent(event))}. You can watch
              it here anytime after that.
            </Trans>
          </p>
          <div className="actions">
            <LinkButton kind="primary" icon="play" to={`/simulate?event_id=${event.id}`}>
              <Trans>Watch showing</Trans>
            </LinkButton>
          </div>
        </>
      )
    default:
      return (
        <>
          <p>
            {event.recording_state ? (
              <Trans>This recording is no longer available. Choose another one.</Trans>
            ) : (
              <Trans>This game was not recorded. You can watch other replays.</Trans>
            )}
          </p>
          <ReplaysLink />
        </>
      )
  }
}

/** When the replay of an event opens, or when it ended. */
function ReplayText({ event }: Pick<Props, 'event'>) {
  const { i18n } = useLingui()
  const format = (instant: string) => formatDayAndTime(Date.parse(instant), { language: i18n.locale })
  const { state, starts_at: start, ends_at: end } = event.replay ?? {}
  if (state === 'upcoming' && start)
    return (
      <p>
        <Trans>The replay is available from {format(start)}.</Trans>
      </p>
    )
  return (
    <p>
      {state === 'ended' && end ? (
        <Trans>The replay ended on {format(end)}.</Trans>
      ) : (
        <Trans>This game was shown live only. You can watch other replays.</Trans>
      )}
    </p>
  )
}

function ReplaysLink() {
  return (
    <div className="actions">
      <LinkButton kind="primary" to="/vod">
        <Trans>View replays</Trans>
      </LinkButton>
    </div>
  )
}

/** When the replay opens, in milliseconds since the epoch. Null for a replay that is not ahead. */
const replayStart = ({ replay }: EventItem): number | null =>
  replay?.state === 'upcoming' && replay.starts_at ? Date.parse(replay.starts_at) : null

/** When the event opens for this viewer, in milliseconds since the epoch. Null if that is unknown. */
function opening(event: EventItem, state: GateState): number | null {
  if (state === 'no_replay') return replayStart(event)
  return event.available_at ? Date.parse(event.available_at) : null
}

const simulationEvent = (event: EventItem): EventItem => ({
  ...event,
  event_utc_ts: Date.parse(event.simulation?.starts_at ?? '') / 1000,
  is_time_known: true,
})
