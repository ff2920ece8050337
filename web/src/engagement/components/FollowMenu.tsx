import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactElement } from 'react'
import type { EventSummary } from '@/shared/contexts/slots'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Menu, type MenuItem } from '@/shared/ui/Menu'
import { followableIn } from '../followable'
import { useFavorites } from './useToggles'

interface Props {
  event: EventSummary
  trigger: ReactElement
  /** Whether it rings, and a press on its bell; null for a game that has begun. */
  reminder: { rings: boolean; press: () => void } | null
}

/** What a heart on a game means: its teams and its sport are followed one by one; and what else is asked of a card. */
export default observer(function FollowMenu({ event, trigger, reminder: bell }: Props) {
  const { t } = useLingui()
  const favorites = useFavorites()
  const spoilers = useSpoilers()
  const follow = followableIn(event).map(thing => {
    const { name } = thing
    const followed = favorites.has(thing)
    return {
      key: `${thing.type}-${thing.id}`,
      label: followed ? t`Following ${name}` : t`Follow ${name}`,
      icon: 'heart',
      checked: followed,
      onSelect: () => void favorites.toggle(thing),
    } satisfies MenuItem
  })
  const remind: MenuItem | null = bell && {
    key: 'remind',
    label: t`Remind me about this game`,
    icon: 'bell',
    checked: bell.rings,
    onSelect: bell.press,
  }
  const reveal: MenuItem | null =
    spoilers.isHidden(event.id) && event.stream_status !== 'upcoming'
      ? { key: 'reveal', label: t`Show score`, icon: 'eye', onSelect: () => spoilers.reveal(event.id) }
      : null
  return <Menu trigger={trigger} items={[...follow, remind, reveal].filter(item => item !== null)} />
})
