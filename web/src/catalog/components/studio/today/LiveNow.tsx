import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { useOpenRooms } from '@/shared/studio/openRooms'
import { Badge } from '@/shared/ui/Badge'
import { Icon } from '@/shared/ui/Icon'
import { Picture } from '@/shared/ui/Picture'
import { translateEncoderFault } from '../../../encoderFaults'
import type { LiveTodayEvent } from '../../../todayApi'

/** The events on air with picture, viewers and the state of the encoder. */
export function LiveNow({ events }: { events: readonly LiveTodayEvent[] }) {
  return (
    <section className="stack">
      <h2 className="display h3">
        <Trans>Live now</Trans>
      </h2>
      <ul className="today__live">
        {events.map(event => (
          <LiveEvent key={event.id} event={event} />
        ))}
      </ul>
    </section>
  )
}

function LiveEvent({ event }: { event: LiveTodayEvent }) {
  const { i18n } = useLingui()
  const isEditor = useOpenRooms().has('schedule')
  return (
    <li className="today__card">
      <span className="today__picture">
        <Picture src={event.picture} width={1200} height={630} />
        <span className="today__badge">
          <Badge tone="live">
            <Trans>Live</Trans>
          </Badge>
        </span>
      </span>
      <span className="today__about">
        <Link
          className="today__name"
          to={isEditor ? `/studio/schedule/${event.key}/live` : `/watch/${event.id}`}
        >
          {event.name}
        </Link>
        <span className="spread">
          {event.viewers === null ? null : (
            <span className="today__viewers tabular-nums">
              <Icon name="eye" size="s" />
              <Plural value={event.viewers} one="# viewer" other="# viewers" />
            </span>
          )}
          <StreamBadge event={event} />
        </span>
        {event.stream?.fault ? (
          <span className="today__lack">{translateEncoderFault(i18n, event.stream.fault)}</span>
        ) : null}
      </span>
    </li>
  )
}

/** Whether video arrives. Nothing for a stream from elsewhere. */
function StreamBadge({ event: { stream } }: { event: LiveTodayEvent }) {
  const { t } = useLingui()
  if (!stream) return null
  if (stream.state !== 'live') return <Badge tone="danger">{t`Encoder disconnected`}</Badge>
  return <Badge tone={stream.fault ? 'warning' : 'success'}>{t`Receiving video`}</Badge>
}
