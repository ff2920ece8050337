import { useLingui } from '@lingui/react/macro'
import { useEngagement } from '../context'
import { notificationSettingsStore } from '../stores/NotificationSettingsStore'
import { pushStore } from '../stores/PushStore'

/** Return a function that turns notifications on this device on or off, and shows the result. */
export function usePushSwitch(): (enable: boolean) => Promise<void> {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { toasts } = engagement.shell
  const push = engagement.resolve(pushStore)
  const settings = engagement.resolve(notificationSettingsStore)

  const turnOn = async () => {
    const result = await push.turnOn()
    if (result === 'denied') {
      return toasts.show(t`Notifications are blocked. Allow them in your browser settings.`)
    }
    if (result === 'failed') {
      return toasts.show(t`Notifications could not be turned on. Please try again.`, { type: 'error' })
    }
    await settings.change({ by_push: true }).catch(() => undefined)
    toasts.show(t`Notifications turned on`, { type: 'success' })
  }
  return enable => (enable ? turnOn() : push.turnOff())
}
