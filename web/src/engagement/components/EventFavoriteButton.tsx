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
  /** Render the button. `isFollowed` says if the viewer follows the sport or a team of the game. */
  renderButton: (state: { isFollowed: boolean; open: () => void }) => ReactElement
}

/** The favorite button of a game, and the menu that it opens. */
export const EventFavoriteButton = observer(function EventFavoriteButton({
  event,
  renderButton,
}: Props): ReactNode {
  const favorites = useFavorites()
  const reminder = useReminder({ type: 'event', id: event.id, name: event.full_name })
  const [isOpen, setIsOpen] = useState(false)
  const isFollowed = followableIn(event).some(target => favorites.has(target))
  const trigger = renderButton({ isFollowed, open: () => setIsOpen(true) })
  const menu = (
    <FollowMenu
      event={event}
      trigger={trigger}
      reminder={event.stream_status === 'upcoming' ? reminder : null}
      onLoadError={() => setIsOpen(false)}
    />
  )
  return (
    <>
      {isOpen ? menu : trigger}
      {reminder.dialog}
    </>
  )
})
