import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EventItem } from '../../model'
import { StatusBadges } from '../event/EventBadges'
import { EventPoster } from '../event/EventPoster'
import { Gate } from './Gate'

interface Props {
  event: EventItem
  /** The link or button that plays the recording; null while the recording is not ready. */
  action: ReactNode
}

/** The notice after the last frame of a live stream, with a button to watch the recording. */
export function EventEnded({ event, action }: Props) {
  const { t } = useLingui()
  if (event.live_state === 'interrupted') {
    return (
      <Gate
        poster={<EventPoster event={event} large eager />}
        badges={<StatusBadges event={event} plain />}
        title={t`Game resuming`}
      >
        <p role="status">
          <Trans>The stream is coming back. Video will resume automatically.</Trans>
        </p>
      </Gate>
    )
  }
  return (
    <Gate
      poster={<EventPoster event={event} large eager />}
      badges={<StatusBadges event={{ ...event, stream_status: 'finished' }} plain />}
      title={t`The game has ended`}
    >
      {action ? (
        <>
          <p role="status">
            <Trans>The stream has ended. You can watch the full game from the start.</Trans>
          </p>
          <div className="actions">{action}</div>
        </>
      ) : (
        <p role="status">
          <Trans>The stream has ended. The recording will appear here automatically when it’s ready.</Trans>
        </p>
      )}
    </Gate>
  )
}
