import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { MenuCheck } from '@/shared/ui/Menu'
import { useSpoilerSwitch } from './SpoilerSwitch'

/** In the account's menu; apart from other parts, for the menu is large and not part of the first page. */
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
