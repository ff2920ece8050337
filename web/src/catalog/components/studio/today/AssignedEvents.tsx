import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button } from '@/shared/ui/Button'
import { EmptyState } from '@/shared/ui/states'
import type { TodayEvent } from '../../../todayApi'
import { StatusBadge } from '../schedule/eventTexts'
import { useStart } from './useStart'

/** Events shown before all of them are requested. */
const MAX_SHOWN = 50

/**
 * The events of a scorekeeper: those to come first, then the others, latest first. Many events are shown in part, with
 * a button for all of them.
 */
export function AssignedEvents({ events }: { events: readonly TodayEvent[] }) {
  const { t } = useLingui()
  const [isAll, setIsAll] = useState(false)
  if (!events.length)
    return (
      <EmptyState icon="cal" title={t`No events are assigned to you`}>
        <Trans>Ask an owner of the channel to assign your events.</Trans>
      </EmptyState>
    )
  const max = isAll ? events.length : MAX_SHOWN
  const coming = events.filter(event => !isPast(event)).slice(0, max)
  const past = events
    .filter(isPast)
    .reverse()
    .slice(0, max - coming.length)
  return (
    <div className="stack stack--8">
      {coming.length ? <EventList title={t`Your events`} events={coming} /> : null}
      {past.length ? <EventList title={t`Earlier events`} events={past} /> : null}
      {coming.length + past.length < events.length ? (
        <div className="actions">
          <Button onClick={() => setIsAll(true)}>
            <Plural value={events.length} one="All # assigned event" other="All # assigned events" />
          </Button>
        </div>
      ) : null}
    </div>
  )
}

const isPast = ({ status }: TodayEvent) => status === 'finished' || status === 'canceled'

const EventList = observer(function EventList({
  title,
  events,
}: {
  title: string
  events: readonly TodayEvent[]
}) {
  const formatStart = useStart()
  return (
    <section className="stack">
      <h2 className="display h3">{title}</h2>
      <ul className="today__list panel">
        {events.map(event => (
          <li key={event.id} className="today__row">
            <span className="today__time tabular-nums">
              {event.is_time_known ? formatStart(event) : null}
            </span>
            <span className="today__about">
              <Link className="today__name" to={`/studio/today/${event.id}`}>
                {event.name}
              </Link>
              <span className="muted today__place">
                {[event.category, event.location].filter(Boolean).join(' · ')}
              </span>
            </span>
            <StatusBadge status={event.status} isRescheduled={event.is_rescheduled} />
          </li>
        ))}
      </ul>
    </section>
  )
})
