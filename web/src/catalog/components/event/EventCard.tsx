import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Slot } from '@/shared/contexts/slots'
import { Card } from '@/shared/ui/Card'
import type { EventItem } from '../../model'
import { AccessBadge, StatusBadges } from './EventBadges'
import { EventPoster } from './EventPoster'
import { useEventTexts } from './useEventTexts'
import { useSpoilerFree } from './useSpoilerFree'

interface Props {
  /** In the place of its heart. */
  action?: ReactNode
  event: EventItem
  level?: 2 | 3 | 4
  /** Where the list names no day, a finished game tells its own. */
  wide?: boolean
}

/** A game: its poster, where it stands, what opens it. One link, one name. */
export const EventCard = observer(function EventCard({ event: given, level, wide, action }: Props) {
  const event = useSpoilerFree()(given)
  const texts = useEventTexts()
  const place = wide ? texts.place(event) : event.location?.name
  const closed = !event.has_access && event.access_reason !== 'geo_blocked'
  return (
    <Card
      to={`/watch/${event.id}`}
      title={event.name}
      name={texts.name(event)}
      poster={<EventPoster event={event} />}
      badges={<StatusBadges event={event} />}
      action={action ?? <Slot name="cardAction" slotProps={{ event }} />}
      progress={<Slot name="cardProgress" slotProps={{ kind: 'event', id: event.id }} />}
      foot={closed ? <AccessBadge event={event} /> : null}
      meta={texts.kind(event)}
      line={
        event.stream_status === 'finished'
          ? [texts.played(event), wide ? place : null].filter(Boolean).join(', ')
          : place
      }
      level={level}
      className={wide ? 'card--wide' : undefined}
    />
  )
})
