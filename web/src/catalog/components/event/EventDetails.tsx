import { Icon } from '@/shared/ui/Icon'
import type { EventItem } from '../../model'
import { useEventTexts } from './useEventTexts'
import { useLongEventTexts } from './useLongEventTexts'

/** The date, start time, place and kind of a game. */
export function EventDetails({ event }: { event: EventItem }) {
  const texts = useEventTexts()
  const longTexts = useLongEventTexts()
  const place = texts.place(event)
  const kind = texts.kind(event)
  return (
    <ul className="watch-head__details">
      <li>
        <Icon name="clock" size="s" />
        {texts.day(event)}, {longTexts.time(event)}
      </li>
      {place ? (
        <li>
          <Icon name="pin" size="s" />
          {place}
        </li>
      ) : null}
      {kind ? <li>{kind}</li> : null}
    </ul>
  )
}
