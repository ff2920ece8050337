import { useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import { MenuCheck } from '@/shared/ui/Menu'
import { useShield } from './ShieldSwitch'

/** In the account's menu; apart from other parts, for the menu is large and not part of the first page. */
export default observer(function AccountShield() {
  const { t } = useLingui()
  const { on, turn, offered } = useShield()
  if (!offered) return null
  return (
    <MenuCheck checked={on} onTurn={turn}>
      {t`Hide scores`}
    </MenuCheck>
  )
})
