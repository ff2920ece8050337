import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { MenuCheck } from '@/shared/ui/Menu'
import { useSpoilerSwitch } from './SpoilerSwitch'

/** The spoiler switch in the account menu. It is a separate chunk, because the menu is large and loads later. */
export default observer(function AccountSpoilerSwitch() {
  const { t } = useLingui()
  const { on, turn, offered } = useSpoilerSwitch()
  if (!offered) return null
  return (
    <MenuCheck checked={on} onToggle={turn}>
      {t`Hide scores`}
    </MenuCheck>
  )
})
