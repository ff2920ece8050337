import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { EventItem } from '../../model'
import { StatusBadges } from '../event/EventBadges'
import { EventPoster } from '../event/EventPoster'
import { Gate } from './Gate'

interface Props {
  event: EventItem
  /** The way to the recording; null while it is being prepared. */
  watch: ReactNode
}

/** After the last picture of a live stream: that it is over, and how to see it again. */
export function EventEnded({ event, watch }: Props) {
  const { t } = useLingui()
  if (event.live_state === 'interrupted') {
    return (
      <Gate
        poster={<EventPoster event={event} large eager />}
        badges={<StatusBadges event={event} plain />}
        title={t`The game goes on`}
      >
        <p role="status">
          <Trans>The stream was reopened. The picture comes by itself as soon as there is one.</Trans>
        </p>
      </Gate>
    )
  }
  return (
    <Gate
      poster={<EventPoster event={event} large eager />}
      badges={<StatusBadges event={{ ...event, stream_status: 'finished' }} plain />}
      title={t`That was the game`}
    >
      {watch ? (
        <>
          <p role="status">
            <Trans>The stream has ended. You can watch the whole game from the start.</Trans>
          </p>
          <div className="actions">{watch}</div>
        </>
      ) : (
        <p role="status">
          <Trans>The stream has ended. The recording is being prepared and will appear here by itself.</Trans>
        </p>
      )}
    </Gate>
  )
}
