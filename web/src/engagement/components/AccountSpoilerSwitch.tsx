import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { MenuCheck } from '@/shared/ui/Menu'
import { useSpoilerSwitch } from './SpoilerSwitch'

/** The spoiler switch in the account menu. It is a separate chunk, because the menu is large and loads later. */
export default observer(function AccountSpoilerSwitch() {
  const { t } = useLingui()
  const { isEnabled, toggle, isAvailable } = useSpoilerSwitch()
  if (!isAvailable) return null
  return (
    <MenuCheck checked={isEnabled} onToggle={toggle}>
      {t`Hide scores`}
    </MenuCheck>
  )
})
