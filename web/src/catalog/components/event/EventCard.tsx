import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { Slot } from '@/shared/contexts/slots'
import { Card } from '@/shared/ui/Card'
import { type EventItem, isOutOfRegion } from '../../model'
import { AccessBadge, StatusBadges } from './EventBadges'
import { EventPoster } from './EventPoster'
import { useEventTexts } from './useEventTexts'
import { useSpoilerFree } from './useSpoilerFree'

interface Props {
  /** A button at the top right. The default is the favorite button. */
  action?: ReactNode
  event: EventItem
  level?: 2 | 3 | 4
  /** Whether to use the wide layout, which shows the full place and adds it to a finished game. */
  wide?: boolean
}

/** The card of a game: its poster, its state and its access badge. It contains one link with one name. */
export const EventCard = observer(function EventCard({ event: original, level, wide, action }: Props) {
  const event = useSpoilerFree()(original)
  const texts = useEventTexts()
  const place = wide ? texts.place(event) : texts.shortPlace(event)
  const isLocked = !event.has_access && !isOutOfRegion(event)
  return (
    <Card
      to={`/watch/${event.id}`}
      title={event.name}
      name={texts.name(event)}
      poster={<EventPoster event={event} />}
      badges={<StatusBadges event={event} />}
      action={action ?? <Slot name="cardAction" slotProps={{ event }} />}
      progress={<Slot name="cardProgress" slotProps={{ kind: 'event', id: event.id }} />}
      footer={isLocked ? <AccessBadge event={event} /> : null}
      meta={texts.kind(event)}
      subtitle={
        event.stream_status === 'finished'
          ? [texts.played(event), wide ? place : texts.neutralSite(event)].filter(Boolean).join(', ')
          : place
      }
      level={level}
      className={wide ? 'card--wide' : undefined}
    />
  )
})
