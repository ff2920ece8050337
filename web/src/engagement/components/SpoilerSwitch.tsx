import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { hasEvents } from '@/shared/hasEvents'
import { Button } from '@/shared/ui/Button'
import { Icon } from '@/shared/ui/Icon'
import { useEngagement } from '../context'
import { spoilerSettingsStore } from '../stores/SpoilerSettingsStore'

/** Return the state and the toggle of the spoiler shield, and whether the channel has games. Use it in an observer. */
export function useSpoilerSwitch() {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { shell, spoilers } = engagement
  const settings = engagement.resolve(spoilerSettingsStore)
  const toggle = () =>
    void settings.choose(!spoilers.isEnabled).catch(() => {
      shell.toasts.show(t`This could not be saved. Please try again.`, { type: 'error' })
    })
  return { isEnabled: spoilers.isEnabled, toggle, isAvailable: hasEvents(shell.channel) }
}

/** The spoiler switch in the menu of small screens. */
export const DrawerSpoilerSwitch = observer(function DrawerSpoilerSwitch() {
  const { t } = useLingui()
  const { isEnabled, toggle, isAvailable } = useSpoilerSwitch()
  if (!isAvailable) return null
  return (
    <button type="button" aria-pressed={isEnabled} onClick={toggle}>
      <Icon name={isEnabled ? 'check' : 'eye'} />
      {t`Hide scores`}
    </button>
  )
})

/** The spoiler switch above a list of games. */
export const ListSpoilerSwitch = observer(function ListSpoilerSwitch() {
  const { t } = useLingui()
  const { isEnabled, toggle, isAvailable } = useSpoilerSwitch()
  if (!isAvailable) return null
  return (
    <Button kind="outline" size="s" icon="eye" aria-pressed={isEnabled} onClick={toggle}>
      {t`Hide scores`}
    </Button>
  )
})
