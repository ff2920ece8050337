import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { late } from '@/shared/late'
import { useEngagement } from '../context'
import type { Markable } from '../stores/Marks'
import { pushStore } from '../stores/PushStore'
import { useReminders } from './useMarks'

const RemindDialog = late(() => import('./RemindDialog'))

/** That this browser was asked once whether it should show notifications. */
const OFFERED = 'push_offered'

/** A bell for one thing: whether it rings, a press on it, and the question that the first one brings. */
export function useReminder(thing: Markable & { name: string }) {
  const { t } = useLingui()
  const engagement = useEngagement()
  const { shell } = engagement
  const push = engagement.bring(pushStore)
  const reminders = useReminders()
  const [asking, setAsking] = useState(false)
  const { name } = thing

  async function press() {
    const before = reminders.has(thing)
    const rings = await reminders.toggle(thing)
    if (!rings || before) return
    await push.load()
    const offers = push.possible && push.permission !== 'denied' && !push.on
    if (offers && !shell.storage.get(OFFERED)) setAsking(true)
    else shell.toasts.show(t`We will tell you when it goes live: ${name}`, { type: 'success' })
  }
  const close = () => {
    shell.storage.set(OFFERED, true)
    setAsking(false)
  }
  const question: ReactNode = asking ? (
    <RemindDialog name={name} onClose={close} onLost={() => setAsking(false)} />
  ) : null
  return { rings: reminders.has(thing), press: () => void press(), question }
}
