import { Trans, useLingui } from '@lingui/react/macro'
import { formatDayAndTime } from '@/shared/format/dates'
import { LinkButton } from '@/shared/ui/Button'
import type { ClipEvent } from '../model'
import { ClipImage } from './ClipImage'
import '@/shared/ui/Panel.css'
import './Clips.css'

/** The event of a clip, with a link to watch it or to get access. */
export function FullEventLink({ event }: { event: ClipEvent }) {
  const { i18n } = useLingui()
  const category = [event.event_category?.name, event.label].filter(Boolean).join(', ')
  const place = [event.location?.name, event.location?.city].filter(Boolean).join(', ')
  const date = formatDayAndTime(event.event_utc_ts * 1000, { language: i18n.locale })
  return (
    <section className="panel full-event-link">
      <div className="full-event-link__picture">
        <ClipImage clip={{ poster: null, event, event_id: event.id }} />
      </div>
      <div className="stack stack--2">
        <h2 className="display h3">{event.name}</h2>
        <p className="muted">{[date, category, place].filter(Boolean).join(', ')}</p>
        {event.has_access ? null : (
          <p className="hint">
            {event.pass_type === 'register' ? (
              <Trans>Create a free account or log in to watch.</Trans>
            ) : (
              <Trans>Get a pass or buy this game to watch it in full.</Trans>
            )}
          </p>
        )}
      </div>
      <LinkButton kind="primary" icon="play" to={`/watch/${event.id}`}>
        {event.has_access ? <Trans>Watch full game</Trans> : <Trans>Get access to the full game</Trans>}
      </LinkButton>
    </section>
  )
}
