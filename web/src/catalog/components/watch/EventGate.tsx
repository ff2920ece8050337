import { Trans, useLingui } from '@lingui/react/macro'
import { serverNow } from '@/shared/clock'
import { LinkButton } from '@/shared/ui/Button'
import { useCatalog } from '../../context'
import { type EventItem, takesPlace } from '../../model'
import { lockedEvent } from '../../purchaseOptions'
import type { WatchState } from '../../watchState'
import { AccessBadge, StatusBadges } from '../event/EventBadges'
import { EventPoster } from '../event/EventPoster'
import { useEventTexts } from '../event/useEventTexts'
import { AccessOptions } from './AccessOptions'
import { Gate } from './Gate'

interface Props {
  event: EventItem
  state: Exclude<WatchState, 'plays' | 'embedded'>
  /** The countdown is over. */
  onStart: () => void
}

/** A game that does not play now: why, and what happens next. */
export function EventGate({ event, state, onStart }: Props) {
  const { t } = useLingui()
  const start = event.event_utc_ts * 1000
  const unrecorded = {
    none: t`There is no recording of this game`,
    hidden: t`This recording is not available at the moment`,
    withdrawn: t`This recording was withdrawn`,
    deleted: t`This recording was removed`,
  }
  const titles = {
    geo: t`Not in your region`,
    locked: event.pass_type === 'register' ? t`Free with an account` : t`How to watch this game`,
    countdown: t`It starts by itself`,
    waiting: event.live_state === 'delayed' ? t`The stream is delayed` : t`The stream is about to begin`,
    showing: t`Shown as live`,
    canceled: t`This game is canceled`,
    postponed: t`This game is postponed`,
    unrecorded: unrecorded[event.recording_state ?? 'none'],
  }
  return (
    <Gate
      poster={<EventPoster event={event} large eager />}
      badges={
        <>
          <StatusBadges event={event} plain />
          <AccessBadge event={event} plain />
        </>
      }
      title={titles[state]}
      until={takesPlace(event) && event.stream_status === 'upcoming' && start > serverNow() ? start : null}
      onDone={onStart}
    >
      <GateText event={event} state={state} />
    </Gate>
  )
}

function GateText({ event, state }: Pick<Props, 'event' | 'state'>) {
  const texts = useEventTexts()
  const { isLinkable: leadsSomewhere } = useCatalog().shell
  switch (state) {
    case 'geo':
      return (
        <>
          <p>
            <Trans>We're sorry, but this content is not available in your region.</Trans>
          </p>
          <div className="actions">
            <LinkButton kind="primary" to="/">
              <Trans>See what is</Trans>
            </LinkButton>
            {leadsSomewhere('/contacts') ? (
              <LinkButton to="/contacts">
                <Trans>Contact us</Trans>
              </LinkButton>
            ) : null}
          </div>
        </>
      )
    case 'locked':
      return (
        <AccessOptions
          isFree={event.pass_type === 'register'}
          anonymous={event.access_reason === 'login_required'}
          content={lockedEvent(event)}
        />
      )
    case 'canceled':
      return (
        <p>
          <Trans>It does not take place. If you bought it, we emailed you about it.</Trans>
        </p>
      )
    case 'postponed':
      return (
        <p>
          <Trans>The new date is not known yet. If you bought this game, we will email it to you.</Trans>
        </p>
      )
    case 'countdown':
      return (
        <p>
          <Trans>
            Stay on this page: the stream begins at {texts.clock(event)}, without a press on anything.
          </Trans>
        </p>
      )
    case 'waiting':
      return (
        <p role="status">
          <Trans>The cameras are being set up. The picture comes by itself as soon as there is one.</Trans>
        </p>
      )
    case 'showing':
      return (
        <>
          <p>
            <Trans>
              This recording is shown as if it were live, to everybody the same moment:{' '}
              {texts.when(simulationEvent(event))}. After that it is here.
            </Trans>
          </p>
          <div className="actions">
            <LinkButton kind="primary" icon="play" to={`/simulate?event_id=${event.id}`}>
              <Trans>Go to the showing</Trans>
            </LinkButton>
          </div>
        </>
      )
    default:
      return (
        <>
          <p>
            {event.recording_state ? (
              <Trans>The channel no longer shows this recording. You can watch others.</Trans>
            ) : (
              <Trans>It was played, but nobody recorded it. Others were.</Trans>
            )}
          </p>
          <div className="actions">
            <LinkButton kind="primary" to="/vod">
              <Trans>See the replays</Trans>
            </LinkButton>
          </div>
        </>
      )
  }
}

const simulationEvent = (event: EventItem): EventItem => ({
  ...event,
  event_utc_ts: Date.parse(event.simulation?.starts_at ?? '') / 1000,
})
