import { Trans, useLingui } from '@lingui/react/macro'
import { observer } from 'mobx-react-lite'
import type { ReactElement } from 'react'
import { Menu, MenuCheck } from '@/shared/ui/Menu'
import type { ToggleTarget } from '../stores/OptimisticToggleStore'
import { ScoreAlertHint } from './ScoreAlertHint'
import { useScoreAlerts } from './useToggles'

interface Props {
  target: ToggleTarget
  trigger: ReactElement
  /** Turn off the reminder. */
  onRemove: () => void
}

/** The menu of a reminder of a team: turn on its score alerts, or turn it off. */
export default observer(function ReminderMenu({ target, trigger, onRemove }: Props) {
  const { t } = useLingui()
  const alerts = useScoreAlerts()
  return (
    <Menu
      trigger={trigger}
      items={[{ key: 'remove', label: t`Turn off reminders`, icon: 'close', onSelect: onRemove }]}
    >
      <MenuCheck icon="bell" checked={alerts.has(target)} onToggle={() => void alerts.toggle(target)}>
        <Trans>Score alerts</Trans>
      </MenuCheck>
      <div className="menu__note">
        <ScoreAlertHint />
      </div>
    </Menu>
  )
})
