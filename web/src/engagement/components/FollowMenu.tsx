import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactElement } from 'react'
import type { EventSummary } from '@/shared/contexts/slots'
import { useSpoilers } from '@/shared/contexts/spoilers'
import { Menu, MenuCheck, type MenuItem } from '@/shared/ui/Menu'
import { followableIn } from '../followable'
import { ScoreAlertHint } from './ScoreAlertHint'
import { useFavorites, useScoreAlerts } from './useToggles'

interface Props {
  event: EventSummary
  trigger: ReactElement
  /** The state and the toggle of the reminder; null for a game that has started. */
  reminder: { isSet: boolean; toggle: () => void } | null
}

/** The menu of a game: follow its teams and its sport, set a reminder, get score alerts, or reveal the score. */
export default observer(function FollowMenu({ event, trigger, reminder }: Props) {
  const { t } = useLingui()
  const favorites = useFavorites()
  const alerts = useScoreAlerts()
  const spoilers = useSpoilers()
  const followItems = followableIn(event).map(target => {
    const { name } = target
    const isFollowed = favorites.has(target)
    return {
      key: `${target.type}-${target.id}`,
      label: isFollowed ? t`Following ${name}` : t`Follow ${name}`,
      icon: 'heart',
      checked: isFollowed,
      onSelect: () => void favorites.toggle(target),
    } satisfies MenuItem
  })
  const remindItem: MenuItem | null = reminder && {
    key: 'remind',
    label: t`Remind me about this game`,
    icon: 'bell',
    checked: reminder.isSet,
    onSelect: reminder.toggle,
  }
  const revealItem: MenuItem | null =
    spoilers.isHidden(event.id) && event.stream_status !== 'upcoming'
      ? { key: 'reveal', label: t`Show score`, icon: 'eye', onSelect: () => spoilers.reveal(event.id) }
      : null
  const items = [...followItems, remindItem, revealItem].filter(item => item !== null)
  const game = { type: 'event', id: event.id }
  const hasAlerts = event.stream_status !== 'finished' && event.participants.length === 2
  return (
    <Menu trigger={trigger} items={items}>
      {hasAlerts ? (
        <>
          <MenuCheck icon="bell" checked={alerts.has(game)} onToggle={() => void alerts.toggle(game)}>
            {t`Score alerts for this game`}
          </MenuCheck>
          <div className="menu__note">
            <ScoreAlertHint />
          </div>
        </>
      ) : null}
    </Menu>
  )
})
