import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { lazyComponent } from '@/shared/loading/lazyComponent'
import { useEngagement } from '../context'
import type { ToggleTarget } from '../stores/OptimisticToggleStore'
import { pushStore } from '../stores/PushStore'
import { useReminders } from './useToggles'

const ReminderDialog = lazyComponent(() => import('./ReminderDialog'))

/** That this browser was asked once whether it should show notifications. */
const PUSH_OFFERED_KEY = 'push_offered'

/** A bell for one thing: whether it rings, a press on it, and the question that the first one brings. */
export function useReminder(thing: ToggleTarget & { name: string }) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { shell } = engagement
  const push = engagement.resolve(pushStore)
  const reminders = useReminders()
  const [isConfirming, setConfirming] = useState(false)
  const { name } = thing

  async function press() {
    const before = reminders.has(thing)
    const rings = await reminders.toggle(thing)
    if (!rings || before) return
    await push.load()
    if (push.state.kind === 'off' && !shell.storage.get(PUSH_OFFERED_KEY)) setConfirming(true)
    else shell.toasts.show(t`We’ll notify you when ${name} goes live`, { type: 'success' })
  }
  const close = () => {
    shell.storage.set(PUSH_OFFERED_KEY, true)
    setConfirming(false)
  }
  const question: ReactNode = isConfirming ? (
    <ReminderDialog name={name} onClose={close} onLoadError={() => setConfirming(false)} />
  ) : null
  return { rings: reminders.has(thing), press: () => void press(), question }
}
