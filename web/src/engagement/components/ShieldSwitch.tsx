import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { useEngagement } from '../context'
import { hasGames } from '../games'
import { shieldStore } from '../stores/ShieldStore'

/** Turns the spoiler shield, where there is something to hide; for use in an observer. */
export function useShield() {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { shell, spoilers } = engagement
  const shield = engagement.bring(shieldStore)
  const turn = () =>
    void shield.choose(!spoilers.on).catch(() => {
      shell.toasts.show(t`This could not be saved. Please try again.`, { type: 'error' })
    })
  return { on: spoilers.on, turn, offered: hasGames(shell.channel) }
}

/** In the menu of small screens. */
export const DrawerShield = observer(function DrawerShield() {
  const { t } = useLingui()
  const { on, turn, offered } = useShield()
  if (!offered) return null
  return (
    <button type="button" aria-pressed={on} onClick={turn}>
      <Icon name={on ? 'check' : 'eye'} />
      {t`Hide scores`}
    </button>
  )
})

/** Above a list of games. */
export const ListShield = observer(function ListShield() {
  const { t } = useLingui()
  const { on, turn, offered } = useShield()
  if (!offered) return null
  return (
    <Button kind="outline" size="s" icon="eye" aria-pressed={on} onClick={turn}>
      {t`Hide scores`}
    </Button>
  )
})
