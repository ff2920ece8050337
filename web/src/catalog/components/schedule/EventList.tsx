import { useLingui } from '@lingui/react/macro'
import { dayKey } from '@/shared/format/dates'
import type { View } from '@/shared/hooks/useView'
import { CardGrid } from '@/shared/ui/Card'
import { listingInstant } from '../../listingInstant'
import type { EventItem } from '../../model'
import { EventCard } from '../event/EventCard'
import { useEventTexts } from '../event/useEventTexts'
import { useLongEventTexts } from '../event/useLongEventTexts'
import { EventRow } from './EventRow'
import { EventTable } from './EventTable'

interface Props {
  events: readonly EventItem[]
  view: View
  busy: boolean
}

/** A list of games in the chosen view: rows by day, cards, large cards, or a table. */
export function EventList({ events, view, busy }: Props) {
  if (view === 'table') return <EventTable events={events} />
  if (view === 'list') return <EventsByDay events={events} />
  return (
    <div className={view === 'card' ? 'events-large' : 'events-grid'}>
      <CardGrid busy={busy}>
        {events.map(event => (
          <EventCard key={event.id} event={event} level={2} wide={view === 'card'} />
        ))}
      </CardGrid>
    </div>
  )
}

/** Rows of games, grouped by day in the viewer's time zone. */
function EventsByDay({ events }: { events: readonly EventItem[] }) {
  const { i18n } = useLingui()
  const texts = useEventTexts()
  const longTexts = useLongEventTexts()
  const days = Map.groupBy(events, event => dayKey(listingInstant(event)))
  return [...days].map(([key, dayEvents]) => {
    const first = dayEvents[0]
    return first ? (
      <section className="day" key={key} lang={i18n.locale}>
        <div className="day__head">
          <h2 className="display h3">{texts.day(first)}</h2>
          <span className="count">{longTexts.longDay(first)}</span>
        </div>
        {dayEvents.map(event => (
          <EventRow key={event.id} event={event} />
        ))}
      </section>
    ) : null
  })
}
