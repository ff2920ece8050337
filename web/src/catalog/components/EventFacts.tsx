import { Icon } from '@/shared/ui/Icon'
import type { EventItem } from '../model'
import { useLongTexts } from './longTexts'
import { useEventTexts } from './texts'

/** When, where and what kind of game. */
export function EventFacts({ event }: { event: EventItem }) {
  const texts = useEventTexts()
  const long = useLongTexts()
  const place = texts.place(event)
  const kind = texts.kind(event)
  return (
    <ul className="watch-head__facts">
      <li>
        <Icon name="clock" />
        {texts.day(event)}, {texts.clock(event)} {long.zone(event)}
      </li>
      {place ? (
        <li>
          <Icon name="pin" />
          {place}
        </li>
      ) : null}
      {kind ? <li>{kind}</li> : null}
    </ul>
  )
}
