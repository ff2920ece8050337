import { useLingui } from '@lingui/react/macro'
import { useEngagement } from '../context'
import { notificationSettingsStore } from '../stores/NotificationSettingsStore'
import { pushStore } from '../stores/PushStore'

/** Turns notifications on this device on or off, and says what came of it. */
export function usePushSwitch(): (on: boolean) => Promise<void> {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { toasts } = engagement.shell
  const push = engagement.resolve(pushStore)
  const news = engagement.resolve(notificationSettingsStore)

  const begin = async () => {
    const outcome = await push.turnOn()
    if (outcome === 'denied') {
      return toasts.show(t`Notifications are blocked. Allow them in your browser settings.`)
    }
    if (outcome === 'failed') {
      return toasts.show(t`Notifications could not be turned on. Please try again.`, { type: 'error' })
    }
    await news.change({ by_push: true }).catch(() => undefined)
    toasts.show(t`Notifications turned on`, { type: 'success' })
  }
  return on => (on ? begin() : push.turnOff())
}
