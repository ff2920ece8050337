import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { useEngagement } from '../context'
import type { ToggleTarget } from '../stores/OptimisticToggleStore'
import { pushStore } from '../stores/PushStore'
import { useReminders } from './useToggles'

const ReminderDialog = lazyComponent(() => import('./ReminderDialog'))

/** The storage key that says if this browser was offered notifications. They are offered once. */
const PUSH_OFFERED_KEY = 'push_offered'

/** Return the state and the toggle of a reminder, and the dialog that follows the first one. */
export function useReminder(target: ToggleTarget & { name: string }) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { shell } = engagement
  const push = engagement.resolve(pushStore)
  const reminders = useReminders()
  const [isConfirming, setIsConfirming] = useState(false)
  const { name } = target

  async function toggle() {
    const wasSet = reminders.has(target)
    const isSet = await reminders.toggle(target)
    if (!isSet || wasSet) return
    await push.load()
    if (push.state.kind === 'off' && !shell.storage.get(PUSH_OFFERED_KEY)) setIsConfirming(true)
    else shell.toasts.show(t`We’ll notify you when ${name} goes live`, { type: 'success' })
  }
  const close = () => {
    shell.storage.set(PUSH_OFFERED_KEY, true)
    setIsConfirming(false)
  }
  const dialog: ReactNode = isConfirming ? (
    <ReminderDialog name={name} onClose={close} onLoadError={() => setIsConfirming(false)} />
  ) : null
  return { isSet: reminders.has(target), toggle: () => void toggle(), dialog }
}
