import { observer } from 'mobx-react-lite'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { EventSummary } from '@/shared/contexts/slots'
import { lazyMenu } from '@/shared/ui/LazyMenu'
import { followableIn } from '../followable'
import { useReminder } from './useReminder'
import { useFavorites } from './useToggles'

export const FollowMenu = lazyMenu(() => import('./FollowMenu'))

interface Props {
  event: EventSummary
  /** The button; `followed` where one of the game's teams or its sport is. */
  button: (state: { followed: boolean; open: () => void }) => ReactElement
}

/** A heart on a game: its button, and the menu that it opens. */
export const EventFavoriteButton = observer(function EventFavoriteButton({
  event,
  button,
}: Props): ReactNode {
  const favorites = useFavorites()
  const bell = useReminder({ type: 'event', id: event.id, name: event.full_name })
  const [opened, setOpened] = useState(false)
  const followed = followableIn(event).some(thing => favorites.has(thing))
  const trigger = button({ followed, open: () => setOpened(true) })
  const menu = (
    <FollowMenu
      event={event}
      trigger={trigger}
      reminder={event.stream_status === 'upcoming' ? bell : null}
      onLoadError={() => setOpened(false)}
    />
  )
  return (
    <>
      {opened ? menu : trigger}
      {bell.question}
    </>
  )
})
