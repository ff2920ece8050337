import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useCatalog } from '../../context'
import { showsEvents } from '../../homeSections'
import { eventsStore } from '../../stores/EventsStore'
import { LiveBadge } from '../event/LiveBadge'
import { useEventTexts } from '../event/useEventTexts'
import './NextEvents.css'

/** The live and next events, shown beside a content page. Hidden on a channel without events. */
export const NextEvents = observer(function NextEvents() {
  const { t } = useLingui()
  const catalog = useCatalog()
  const { shell } = catalog
  const events = catalog.resolve(eventsStore)
  const isNeeded = showsEvents(shell.channel.settings.home)
  const texts = useEventTexts()
  useEffect(() => {
    if (isNeeded) void events.loadNext()
  }, [events, isNeeded])
  const upcomingEvents = events.next.value ?? []
  if (upcomingEvents.length === 0) return null
  return (
    <aside className="next-events" aria-label={t`Next games`}>
      <h2 className="display h3">
        <Trans>Next games</Trans>
      </h2>
      <ul>
        {upcomingEvents.map(event => (
          <li key={event.id}>
            <p>{event.live_state ? <LiveBadge event={event} /> : texts.when(event)}</p>
            <Link className="next-events__link" to={`/watch/${event.id}`}>
              {event.name}
            </Link>
            <small>{texts.kind(event)}</small>
          </li>
        ))}
      </ul>
      <Link className="link next-events__all" to="/schedule">
        <Trans>Full schedule</Trans>
      </Link>
    </aside>
  )
})
