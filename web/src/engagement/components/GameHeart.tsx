import { observer } from 'mobx-react-lite'
import { type ReactElement, type ReactNode, useState } from 'react'
import type { GameFacts } from '@/shared/parts'
import { lateMenu } from '@/shared/ui/LateMenu'
import { followableIn } from '../followable'
import { useFavorites } from './useMarks'
import { useReminder } from './useReminder'

export const FollowMenu = lateMenu(() => import('./FollowMenu'))

interface Props {
  event: GameFacts
  /** The button; `followed` where one of the game's teams or its sport is. */
  button: (state: { followed: boolean; open: () => void }) => ReactElement
}

/** A heart on a game: its button, and the menu that it opens. */
export const GameHeart = observer(function GameHeart({ event, button }: Props): ReactNode {
  const favorites = useFavorites()
  const bell = useReminder({ type: 'event', id: event.id, name: event.full_name })
  const [opened, setOpened] = useState(false)
  const followed = followableIn(event).some(thing => favorites.has(thing))
  const trigger = button({ followed, open: () => setOpened(true) })
  const menu = (
    <FollowMenu
      event={event}
      trigger={trigger}
      bell={event.stream_status === 'upcoming' ? bell : null}
      onLost={() => setOpened(false)}
    />
  )
  return (
    <>
      {opened ? menu : trigger}
      {bell.question}
    </>
  )
})
